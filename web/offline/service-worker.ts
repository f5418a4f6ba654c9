import { clientsClaim } from 'workbox-core'
import { enable as enableNavigationPreload } from 'workbox-navigation-preload'
import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'

interface Precached {
  url: string
  revision: string | null
}

/** The files of the pages; the build fills in the list. */
declare const PRECACHED: Precached[]
const files = PRECACHED

/** The page without content, which shows any address. */
const SHELL = '/index.html'

/** Addresses that are no pages: the API, probes, and files with an extension. */
const NO_PAGES = [/^\/(rest|auth|realtime)\/v1\//, /^\/(health|ready|metrics)$/, /^[^?]*\.\w+(\?|$)/]

/** What a proxy answers while the server is away. */
const UNAVAILABLE = [502, 504]

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
  new NetworkOnly({ plugins: [{ handlerDidError: ({ request }) => matchPrecache(request.url) }] }),
)

// The browser fetches a page while this worker starts.
registerRoute(
  new NavigationRoute(
    new NetworkOnly({
      plugins: [
        {
          fetchDidSucceed: async ({ response }) => {
            if (UNAVAILABLE.includes(response.status)) throw new Error('The site does not respond.')
            return response
          },
          handlerDidError: () => matchPrecache(SHELL),
        },
      ],
    }),
    { denylist: NO_PAGES },
  ),
)
