import { readFile } from 'node:fs/promises'
import { Renderer } from '@takumi-rs/core'
import { PICTURE_SIZE, type PictureDesigner, type Pictured } from '../../domain/pictures.ts'
import { loadBuilt } from '../pages/renderer.ts'

/** Makes a PNG, on a thread of the pool. */
export type PictureRenderer = (pictured: Pictured) => Promise<Buffer>

/**
 * Loads the designs and typefaces. This module loads the library, so it is imported for the first picture only.
 * @param webDir the built web application.
 */
export async function openPictureRenderer(webDir: string): Promise<PictureRenderer> {
  const { designer } = await loadBuilt<{ designer: PictureDesigner }>(webDir, 'pictures.js')
  const renderer = new Renderer({ cacheMaxBytes: 0 })
  for (const { family, file, unicodeRange } of designer.fonts) {
    const data = await readFile(new URL(`../../node_modules/${file}`, import.meta.url))
    await renderer.registerFont({ name: family, data, unicodeRange })
  }
  return (pictured) => renderer.render(designer.layOut(pictured), { ...PICTURE_SIZE, format: 'png' })
}
