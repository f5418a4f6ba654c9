import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a network between the browser and the site answers in its place. */
export const PROXY_TEXT = 'This page is not of the site.'

type Answer = (response: ServerResponse) => void

/** Answers everything with a page of its own. */
export const page =
  (status: number): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end(`<h1>${PROXY_TEXT}</h1>`)

/** Answers everything with nothing. */
export const nothing =
  (status: number): Answer =>
  (response) =>
    response.writeHead(status).end()

/** Redirects everything to a page. */
export const redirect =
  (location: string): Answer =>
  (response) =>
    response.writeHead(302, { location }).end()

export const disconnect: Answer = (response) => response.destroy()

export interface HostileProxy {
  url: string
  /** From now on, answers the requests whose path fits in place of the site. */
  answer: (answer: Answer, fits?: (path: string) => boolean) => void
  /** From now on, forwards everything to the site. */
  forward: () => void
  stop: () => void
}

/** Starts a proxy before the site. */
export async function startHostileProxy(site: string): Promise<HostileProxy> {
  let find = (_path: string): Answer | undefined => undefined
  const server = createServer((incoming, outgoing) => {
    const url = incoming.url ?? '/'
    const answer = find(url)
    if (answer) return answer(outgoing)
    const { method = 'GET', headers } = incoming
    const forwarded = request(new URL(url, site), { method, headers })
    forwarded.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer(answer, fits = () => true) {
      find = (path) => (fits(path) ? answer : undefined)
    },
    forward() {
      find = () => undefined
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
