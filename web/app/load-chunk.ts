import { isCutOff } from '../connection/connection.ts'

/** The event of a chunk that the server no longer has, because it was upgraded. */
export const MISSING_CHUNK = 'missing-chunk'

const loading = new Map<string, Promise<void>>()

/**
 * Imports a chunk once all of its files are in the browser's cache. Until a page is reloaded, a browser never requests a
 * module again whose request failed (whatwg/html#6768), so that an import during an outage would fail for good. The
 * bundle calls this in place of Vite's `__vitePreload` (vite.config.ts). Without a network, the service worker has the files.
 * @param files the files of the chunk and of what it imports, relative to the base address.
 * @throws if a file cannot be loaded; the next call tries again.
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
    (file.endsWith('.css') ? loadStyles(url) : fetchCode(url)).catch((error) => {
      loading.delete(url)
      throw error
    })
  loading.set(url, loaded)
  return loaded
}

async function fetchCode(url: string): Promise<void> {
  // The page's own scripts have run.
  if (document.querySelector(`script[src="${url}"]`)) return
  const response = await fetch(url)
  if (response.status === 404) dispatchEvent(new Event(MISSING_CHUNK))
  if (!response.ok) throw new Error(`${url} could not be loaded: ${response.status}.`)
  // The file is in the cache when its last byte has arrived.
  await response.arrayBuffer()
}

async function loadStyles(url: string): Promise<void> {
  if (document.querySelector<HTMLLinkElement>(`link[rel="stylesheet"][href="${url}"]`)?.sheet) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.crossOrigin = ''
  link.href = url
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', () => reject(new Error(`${url} could not be loaded.`)))
    document.head.append(link)
  }).catch((error) => {
    link.remove()
    throw error
  })
}
