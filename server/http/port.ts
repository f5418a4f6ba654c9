import { createServer } from 'node:net'
import type { Config } from '../config.ts'
import { Refusal } from '../refusal.ts'

/** @throws Refusal if the server cannot listen on the site's port. */
export function requireFreePort(config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => reject(portRefusal(error, config)))
    probe.listen(config.port, config.host, () => probe.close(() => resolve()))
  })
}

/** The refusal for an error that occurred when the server tried to listen on the site's port. */
export function portRefusal({ code, message }: NodeJS.ErrnoException, { port, host }: Config): Refusal {
  if (code === 'EADDRINUSE') {
    return new Refusal(
      `PORT is ${port}, which another program uses; stop that program, or set PORT to a free port.`,
    )
  }
  if (code === 'EACCES') {
    return new Refusal(`PORT is ${port}, which this user may not open; set PORT to one above 1023.`)
  }
  return new Refusal(
    `HOST is ${host}, where the server cannot listen (${message}); set HOST to an address of this machine.`,
  )
}
