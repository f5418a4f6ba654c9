import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'

/** The size of a medium cover. */
const IMAGE_BYTES = 20_000

const IMAGE =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1288 1600"><rect width="1288" height="1600" fill="#456"/></svg>`.padEnd(
    IMAGE_BYTES,
  )

export interface ImageHost {
  /** Flags with which a browser resolves every other host to this server. */
  flags: string[]
  stop: () => void
}

/** Starts a server that stands in for all image hosts and returns an image for each address. */
export async function startImageHost(): Promise<ImageHost> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'outside.example' }])
  const server = createServer({ key, cert }, (_, response) => {
    response.writeHead(200, { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=86400' }).end(IMAGE)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    flags: [
      `--host-resolver-rules=MAP *:443 127.0.0.1:${port}, EXCLUDE 127.0.0.1`,
      '--ignore-certificate-errors',
    ],
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
