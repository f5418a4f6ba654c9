import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { LoadedPage, PageRenderer } from '../../domain/page-renderer.ts'
import { BUILD } from '../commands.ts'
import { Refusal } from '../refusal.ts'
import type { FinishedResponse } from '../response-cache/cached-response.ts'
import { linkHeader, linksToFiles, type Manifest } from './page-assets.ts'
import { fillPage, type PageContent, type PageHead } from './page-html.ts'
import { loadRenderer } from './renderer.ts'

const HTML = 'text/html; charset=utf-8'

/** Makes responses from the built web application. */
export interface PageBuilder extends Pick<PageRenderer, 'pageAt' | 'load'> {
  /** Returns a page, rendered if its data was loaded; otherwise the browser loads the data. */
  build(head?: PageHead, page?: LoadedPage): FinishedResponse
}

/**
 * @param clientConfig returns what the browser needs to reach the API.
 * @throws Refusal if the web application is not built.
 */
export async function openPageBuilder(webDir: string, clientConfig: () => object): Promise<PageBuilder> {
  const { html, manifest, renderer } = await readBuild(webDir)
  const headers = { 'content-type': HTML, link: linkHeader(html) }

  function contentOf({ state, modules, render }: LoadedPage): PageContent {
    return { state, html: render(), links: linksToFiles(manifest, modules, html) }
  }

  return {
    pageAt: renderer.pageAt,
    load: renderer.load,
    build(head, page) {
      return {
        status: 200,
        headers: head?.unlisted ? { ...headers, 'x-robots-tag': 'noindex' } : headers,
        body: fillPage(html, clientConfig(), head, page && contentOf(page)),
      }
    },
  }
}

async function readBuild(webDir: string) {
  try {
    const [html, manifest, renderer] = await Promise.all([
      readFile(path.join(webDir, 'index.html'), 'utf8'),
      readFile(path.join(webDir, '.vite/manifest.json'), 'utf8').then(JSON.parse),
      loadRenderer(webDir),
    ])
    return { html, manifest: manifest as Manifest, renderer }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Refusal(`The web application is not built (${webDir} is not complete); ${BUILD}.`)
  }
}
