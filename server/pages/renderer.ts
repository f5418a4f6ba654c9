import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageRenderer } from '../../domain/page-renderer.ts'

/** Loads what draws pages from the built web application; the same for all servers of a process. */
export async function loadRenderer(webDir: string): Promise<PageRenderer> {
  const { href } = pathToFileURL(path.join(webDir, 'server/render.js'))
  const { renderer }: { renderer: PageRenderer } = await import(href)
  return renderer
}

/** As many as a page shows. */
const FILMS = Array.from({ length: 50 }, (_, id) => ({ id, title: '' }))

/** Loads it, and what it loads at its first drawing, while there is time: that one takes as long as twenty others. */
export async function warmRenderer(webDir: string): Promise<void> {
  const renderer = await loadRenderer(webDir)
  const page = await renderer.read('/', async () => Response.json(FILMS))
  page.draw()
}
