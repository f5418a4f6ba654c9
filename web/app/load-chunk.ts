import { isCutOff } from '../connection/connection.ts'

/** The event of a chunk that the server no longer has, because it was upgraded. */
export const MISSING_CHUNK = 'missing-chunk'

/** A chunk got no response, or that of a proxy. The next call may succeed. */
export class ChunkUnreachableError extends Error {}

/** For a file as a whole. The first scripts have no room for a limit of the time without data. */
const TIMEOUT_MS = 30_000

const loading = new Map<string, Promise<void>>()

/** The browser's cache may have stored a proxy's response for these. */
const failed = new Set<string>()

/**
 * Imports a chunk once all of its files are in the browser's cache. Until a page is reloaded, a browser never requests a
 * module again whose request failed (whatwg/html#6768), so that an import during an outage would fail for good. The
 * bundle calls this in place of Vite's `__vitePreload` (vite.config.ts). Without a network, the service worker has the files.
 * @param files the files of the chunk and of what it imports, relative to the base address.
 * @throws ChunkUnreachableError, or another error for a file that is missing; the next call tries again.
 */
export async function loadChunk<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  if (isCutOff() && navigator.serviceWorker?.controller) return loadStored(load, files)
  await Promise.all(files.map(loadOnce))
  return load()
}

/** Imports a chunk that the service worker stores, all of its files at once. */
async function loadStored<Module>(load: () => Promise<Module>, files: readonly string[]): Promise<Module> {
  const styles = files.filter((file) => file.endsWith('.css'))
  for (const file of files) if (!styles.includes(file)) preloadModule(import.meta.env.BASE_URL + file)
  const [module] = await Promise.all([load(), ...styles.map(loadOnce)])
  return module
}

function preloadModule(url: string): void {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = url
  document.head.append(link)
}

function loadOnce(file: string): Promise<void> {
  const url = import.meta.env.BASE_URL + file
  const loaded =
    loading.get(url) ??
    fetchFile(url).catch((error) => {
      loading.delete(url)
      throw error
    })
  loading.set(url, loaded)
  return loaded
}

async function fetchFile(url: string): Promise<void> {
  // The page's own files are there.
  if (document.querySelector(`script[src="${url}"]`)) return
  if (document.querySelector<HTMLLinkElement>(`link[rel="stylesheet"][href="${url}"]`)?.sheet) return
  const isStyles = url.endsWith('.css')
  const cache = failed.has(url) ? 'reload' : 'default'
  failed.add(url)
  const unreachable = () => new ChunkUnreachableError(`${url} could not be loaded.`)
  const response = await fetch(url, { cache, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => {
    throw unreachable()
  })
  if (response.status === 404) {
    dispatchEvent(new Event(MISSING_CHUNK))
    throw new Error(url)
  }
  // A portal answers with HTML. The browser would not request a module again whose response was no script.
  if (!response.headers.get('content-type')?.includes(isStyles ? 'css' : 'javascript')) throw unreachable()
  // The file is in the cache when its last byte has arrived.
  await response.arrayBuffer().catch(() => {
    throw unreachable()
  })
  failed.delete(url)
  if (isStyles) await addStyles(url)
}

/** Adds a style sheet that is in the browser's cache. */
async function addStyles(url: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.crossOrigin = ''
  link.href = url
  const loaded = new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', () => reject(new ChunkUnreachableError()))
    document.head.append(link)
  })
  await loaded.catch((error) => {
    link.remove()
    throw error
  })
}
