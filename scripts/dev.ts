import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import type { PageRenderer } from '../domain/page-renderer.ts'
import { readConfig } from '../server/config.ts'
import { fillPage, type PageContent } from '../server/pages/page-html.ts'
import { buildWebIfStale } from './support/web-build.ts'

if (existsSync('.env')) process.loadEnvFile('.env')
const { port } = readConfig(process.env)
/** Vite takes a path that begins with ^ as a pattern. The icons are files. */
const PICTURES = '^/(?!icon-)(spine/)?[A-Za-z0-9_-]+\\.png$'

const WEBSOCKETS = '/realtime/v1'
const PROXIED = [
  '/rest/v1',
  '/auth/v1',
  WEBSOCKETS,
  '/config.json',
  '/health',
  '/feed.xml',
  '/sitemap.xml',
  '/robots.txt',
  PICTURES,
]

const api = `http://127.0.0.1:${port + 1}`

// The API server needs a built page to start, although Vite serves the pages in development.
if (!buildWebIfStale()) process.exit(1)
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PORT: String(port + 1), HOST: '127.0.0.1', SITE_URL: `http://localhost:${port}` },
})

/** Fills the page as the API server does, with the content as the present code renders it. */
const servedPage: Plugin = {
  name: 'served-page',
  async transformIndexHtml(html, { server, originalUrl = '/' }) {
    const config = await (await fetchWhenUp(`${api}/config.json`)).json()
    return fillPage(
      html,
      config,
      undefined,
      server && (await render(server, originalUrl, config.supabaseKey)),
    )
  },
}

async function render(vite: ViteDevServer, url: string, key: string): Promise<PageContent | undefined> {
  const { renderer } = (await vite.ssrLoadModule('/web/app/render.tsx')) as { renderer: PageRenderer }
  const { pathname, search } = new URL(url, api)
  const page = renderer.pageAt(pathname, search)
  if (!page) return undefined
  const read: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(String(input))
    const headers = new Headers(init?.headers)
    headers.set('apikey', key)
    return fetch(api + pathname + search, { ...init, headers })
  }
  try {
    const loaded = await renderer.load(page, read)
    return { state: loaded.state, html: loaded.render(), links: { styles: '', code: '' } }
  } catch (error) {
    console.warn(error)
    return undefined
  }
}

/** Repeats a request until the server listens. It first creates its database, and restarts when its code changes. */
async function fetchWhenUp(url: string): Promise<Response> {
  for (;;) {
    const response = await fetch(url).catch(() => undefined)
    if (response || server.exitCode !== null) return response ?? Response.error()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const vite = await createServer({
  plugins: [servedPage],
  server: {
    host: 'localhost',
    port,
    strictPort: true,
    proxy: Object.fromEntries(PROXIED.map((path) => [path, { target: api, ws: path === WEBSOCKETS }])),
  },
})
await vite.listen()
vite.printUrls()

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    server.kill(signal)
    await vite.close()
    process.exit(0)
  })
}
