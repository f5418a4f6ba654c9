import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'

/** As large as a cover of the medium size. */
const IMAGE_BYTES = 20_000

const IMAGE =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1288 1600"><rect width="1288" height="1600" fill="#456"/></svg>`.padEnd(
    IMAGE_BYTES,
  )

export interface ImageHost {
  /** For a browser that is to find every host but this machine's own here. */
  flags: string[]
  stop: () => void
}

/** Stands for all hosts that pages show images of: answers each address with one, at once. */
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
