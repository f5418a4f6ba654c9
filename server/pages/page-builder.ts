import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { LoadedPage, PageRenderer } from '../../domain/page-renderer.ts'
import { BUILD } from '../commands.ts'
import { Refusal } from '../refusal.ts'
import type { FinishedResponse } from '../response-cache/cached-response.ts'
import { linkHeader, linksToFiles, type Manifest } from './page-assets.ts'
import { fillPage, type NoticeContent, type PageContent, type PageHead } from './page-html.ts'
import { loadRenderer } from './renderer.ts'

const HTML = 'text/html; charset=utf-8'

/** Makes responses from the built web application. */
export interface PageBuilder extends Pick<PageRenderer, 'pageAt' | 'load'> {
  /** Returns a page, rendered if its data was loaded; otherwise the browser loads the data, unless it has no scripts. */
  build(head?: PageHead, page?: LoadedPage | NoticeContent): FinishedResponse
  /** Returns what people see without scripts at an address whose page is not rendered, as `PageRenderer.drawNotice`. */
  notice(title?: string): NoticeContent
  /** Returns the page at every address that no page has, which is rendered once. */
  notFound(): Promise<LoadedPage>
}

/**
 * @param clientConfig returns what the browser needs to reach the API.
 * @throws Refusal if the web application is not built.
 */
export async function openPageBuilder(webDir: string, clientConfig: () => object): Promise<PageBuilder> {
  const { html, manifest, renderer } = await readBuild(webDir)
  const headers = { 'content-type': HTML, link: linkHeader(html) }

  let missing: Promise<LoadedPage> | undefined

  async function renderMissing(): Promise<LoadedPage> {
    const page = await renderer.load(renderer.notFound, () => {
      throw new Error('This page reads nothing.')
    })
    const rendered = page.render()
    return { ...page, render: () => rendered }
  }

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
        body: fillPage(html, clientConfig(), head, page && ('notice' in page ? page : contentOf(page))),
      }
    },
    notice: (title) => ({ notice: renderer.drawNotice(title) }),
    notFound: () => {
      missing ??= renderMissing()
      return missing
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
