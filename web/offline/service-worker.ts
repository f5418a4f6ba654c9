import { clientsClaim } from 'workbox-core'
import type { RouteHandlerCallbackOptions } from 'workbox-core/types'
import { enable as enableNavigationPreload } from 'workbox-navigation-preload'
import { addPlugins, cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'
import { isOwnFile, isOwnPage } from './own-file.ts'

interface Precached {
  url: string
  revision: string | null
}

/** The events of a service worker, which the types of pages do not have. */
declare const self: {
  addEventListener(
    type: 'install' | 'activate',
    listener: (event: { waitUntil: (work: Promise<unknown>) => void }) => void,
  ): void
}

/** The files of the pages; the build fills in the list. */
declare const PRECACHED: Precached[]
const files = PRECACHED
const stored = new Set(files.map(({ url }) => url))

/** The page without content, which shows any address. */
const SHELL = '/index.html'

/** The home page as the server rendered it, which is the same for all people. It is on the screen before its code has run. */
const HOME = '/'
/** A cache for each version of this worker, because the page needs the files of one version. */
const HOME_CACHES = 'home of '
const HOME_CACHE = HOME_CACHES + files.map(({ revision }) => revision ?? '').join('')

/** Addresses that are no pages: the API, probes, and files with an extension. */
const NO_PAGES = [/^\/(rest|auth|realtime)\/v1\//, /^\/(health|ready|metrics)$/, /^[^?]*\.\w+(\?|$)/]

/** From this status on, a proxy answers while the server is away. A portal answers 511 (RFC 6585), with its own page. */
const UNAVAILABLE = 502
const PORTAL = 511

/** A network that takes longer for a page is of no use to a person who waits. */
const PATIENCE_SECONDS = 5

const INSTALL_TIMEOUT_MS = 30_000

// A new version waits until all tabs of the former one are closed, so that no tab loses its files or what was typed.
cleanupOutdatedCaches()
// The page of the first visit may lose the network, too.
clientsClaim()
enableNavigationPreload()
// A file that a proxy or a portal answered is not stored: the installation fails, and the next visit tries again.
addPlugins([
  {
    cacheWillUpdate: async ({ request, response }) => {
      const isShell = new URL(request.url).pathname === SHELL
      return (isShell ? await isOwnPage(response, stored) : isOwnFile(response)) ? response : null
    },
  },
])
precache(files)

const network = new NetworkOnly({ networkTimeoutSeconds: PATIENCE_SECONDS })

// A file with a hash in its name never changes.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await matchPrecache(request.url)) ?? fetch(request),
)

// Every other file may be newer than the stored one, and so may every page.
const unhashed = new Set(files.filter(({ revision }) => revision !== null).map(({ url }) => url))
registerRoute(
  ({ url, sameOrigin, request }) => sameOrigin && request.mode !== 'navigate' && unhashed.has(url.pathname),
  async (options) => {
    const response = await fromNetwork(options)
    if (response && isOwnFile(response)) return response
    return (await matchPrecache(options.request.url)) ?? response ?? Response.error()
  },
)

// A person has to see the page of a portal, to sign in there.
registerRoute(
  new NavigationRoute(
    async (options) => {
      const { request, event } = options
      const response = await fromNetwork(options)
      if (response && (response.status < UNAVAILABLE || response.status === PORTAL)) {
        if (isHome(request)) event.waitUntil(storeHome(response.clone()))
        return response
      }
      const home = isHome(request) ? await storedHome() : undefined
      return home ?? (await matchPrecache(SHELL)) ?? response ?? Response.error()
    },
    { denylist: NO_PAGES },
  ),
)

self.addEventListener('install', (event) =>
  event.waitUntil(fetch(HOME, { signal: AbortSignal.timeout(INSTALL_TIMEOUT_MS) }).then(storeHome)),
)
self.addEventListener('activate', (event) => event.waitUntil(removeFormerHomes()))

/** Returns the response of the network, or the one that the browser fetched while this worker started; undefined without any. */
function fromNetwork(options: RouteHandlerCallbackOptions): Promise<Response | undefined> {
  return network.handle(options).catch(() => undefined)
}

function isHome({ url }: Request): boolean {
  const { pathname, search } = new URL(url)
  return pathname === HOME && search === ''
}

/** Stores the home page if all of its files are stored: after an upgrade, it may need those that the next worker stores. */
async function storeHome(response: Response): Promise<void> {
  if (await isOwnPage(response, stored)) await (await caches.open(HOME_CACHE)).put(HOME, response)
}

async function storedHome(): Promise<Response | undefined> {
  return (await caches.open(HOME_CACHE)).match(HOME)
}

async function removeFormerHomes(): Promise<void> {
  const former = (await caches.keys()).filter((name) => name.startsWith(HOME_CACHES) && name !== HOME_CACHE)
  await Promise.all(former.map((name) => caches.delete(name)))
}
