import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type Plugin } from 'vite'
import { readConfig } from '../server/config.ts'
import { buildWebIfStale } from './web-build.ts'

if (existsSync('.env')) process.loadEnvFile('.env')
const { port } = readConfig(process.env)
const api = `http://127.0.0.1:${port + 1}`

// The API server also serves pages, though in development nobody asks it for one.
if (!buildWebIfStale()) process.exit(1)
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PORT: String(port + 1), HOST: '127.0.0.1', SITE_URL: `http://localhost:${port}` },
})

/** Puts into the page what the API server would put there. */
const siteConfig: Plugin = {
  name: 'site-config',
  async transformIndexHtml(html) {
    const response = await fetchWhenUp(`${api}/config.json`)
    return html.replace(/(id="config">)[^<]*/, `$1${(await response.text()).replaceAll('<', '\\u003c')}`)
  },
}

/** A first start makes the database before it listens, and a change of the server's code restarts it. */
async function fetchWhenUp(url: string): Promise<Response> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer || server.exitCode !== null) return answer ?? Response.error()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const vite = await createServer({
  plugins: [siteConfig],
  server: {
    host: 'localhost',
    port,
    strictPort: true,
    proxy: Object.fromEntries(['/rest/v1', '/auth/v1', '/config.json', '/health'].map((path) => [path, api])),
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
