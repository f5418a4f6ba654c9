import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageRenderer } from '../../domain/page-renderer.ts'
import { PATHS } from '../../domain/paths.ts'

/** Loads a module of the web application that is built for the server. All servers of a process share one. */
export function loadBuilt<Exports>(webDir: string, name: string): Promise<Exports> {
  const { href } = pathToFileURL(path.join(webDir, 'server', name))
  return import(href)
}

export async function loadRenderer(webDir: string): Promise<PageRenderer> {
  const { renderer } = await loadBuilt<{ renderer: PageRenderer }>(webDir, 'render.js')
  return renderer
}

/** As many as a page shows. */
const FILMS = Array.from({ length: 50 }, (_, id) => ({ id, title: '' }))

/**
 * Renders one page ahead of the first request: the first one takes as long as twenty others, since it loads modules.
 */
export async function warmRenderer(webDir: string): Promise<void> {
  const renderer = await loadRenderer(webDir)
  const page = await renderer.load({ address: PATHS.home, tables: [], modules: [] }, async () =>
    Response.json(FILMS),
  )
  page.render()
}
