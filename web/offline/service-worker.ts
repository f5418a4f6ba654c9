import { clientsClaim } from 'workbox-core'
import { enable as enableNavigationPreload } from 'workbox-navigation-preload'
import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'

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

/** What a proxy answers while the server is away. */
const UNAVAILABLE = [502, 503, 504]

/** A network that takes longer for a page is of no use to a person who waits. */
const PATIENCE_SECONDS = 5

// A new version waits until all tabs of the former one are closed, so that no tab loses its files or what was typed.
cleanupOutdatedCaches()
// The page of the first visit may lose the network, too.
clientsClaim()
enableNavigationPreload()
precache(files)

// A file with a hash in its name never changes.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await matchPrecache(request.url)) ?? fetch(request),
)

// Every other file may be newer than the stored one, and so may every page.
const unhashed = new Set(files.filter(({ revision }) => revision !== null).map(({ url }) => url))
registerRoute(
  ({ url, sameOrigin, request }) => sameOrigin && request.mode !== 'navigate' && unhashed.has(url.pathname),
  new NetworkOnly({
    networkTimeoutSeconds: PATIENCE_SECONDS,
    plugins: [
      { fetchDidSucceed: rejectUnavailable, handlerDidError: ({ request }) => matchPrecache(request.url) },
    ],
  }),
)

// The browser fetches a page while this worker starts.
registerRoute(
  new NavigationRoute(
    new NetworkOnly({
      networkTimeoutSeconds: PATIENCE_SECONDS,
      plugins: [
        { fetchDidSucceed: rejectUnavailable },
        {
          fetchDidSucceed: async ({ request, response, event }) => {
            if (isHome(request)) event.waitUntil(storeHome(response.clone()))
            return response
          },
          handlerDidError: async ({ request }) =>
            (isHome(request) ? await storedHome() : undefined) ?? matchPrecache(SHELL),
        },
      ],
    }),
    { denylist: NO_PAGES },
  ),
)

self.addEventListener('install', (event) => event.waitUntil(fetch(HOME).then(storeHome)))
self.addEventListener('activate', (event) => event.waitUntil(removeFormerHomes()))

async function rejectUnavailable({ response }: { response: Response }): Promise<Response> {
  if (UNAVAILABLE.includes(response.status)) throw new Error('The site does not respond.')
  return response
}

function isHome({ url }: Request): boolean {
  const { pathname, search } = new URL(url)
  return pathname === HOME && search === ''
}

/** Stores the home page if all of its files are stored: after an upgrade, it may need those that the next worker stores. */
async function storeHome(response: Response): Promise<void> {
  const named = (await response.clone().text()).matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)
  const isComplete = [...named].every(([, url = '']) => stored.has(url))
  if (response.ok && isComplete) await (await caches.open(HOME_CACHE)).put(HOME, response)
}

async function storedHome(): Promise<Response | undefined> {
  return (await caches.open(HOME_CACHE)).match(HOME)
}

async function removeFormerHomes(): Promise<void> {
  const former = (await caches.keys()).filter((name) => name.startsWith(HOME_CACHES) && name !== HOME_CACHE)
  await Promise.all(former.map((name) => caches.delete(name)))
}
