import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fillPage } from '../../../server/pages/page-html.ts'

const BUILT_PAGE = path.resolve(import.meta.dirname, '../../../dist/index.html')

/** Starts a proxy that serves empty pages as a build without server rendering does, and forwards all other requests. */
export async function startClientRenderedSite(site: string): Promise<{ url: string; stop: () => void }> {
  const settings = await (await fetch(`${site}/config.json`)).json()
  const server = createServer(async (asked, response) => {
    if (asked.headers['sec-fetch-dest'] === 'document') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
      return
    }
    const { method, headers, url = '/' } = asked
    const passed = request(new URL(url, site), { method: method ?? 'GET', headers }, (got) => {
      response.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(response)
    })
    asked.pipe(passed)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const page = fillPage(readFileSync(BUILT_PAGE, 'utf8'), { ...(settings as object), supabaseUrl: url })
  return {
    url,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
