import type { FastifyInstance } from 'fastify'

/** The handlers of requests that have not ended. A handler goes on when its caller has gone. */
export interface RunningHandlers {
  /** Resolves once no handler runs. To be called when the server accepts no more requests. */
  ended(): Promise<void>
}

/** Follows the handlers of all routes that are added from now on. */
export function followHandlers(app: FastifyInstance): RunningHandlers {
  const running = new Set<Promise<unknown>>()
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const result = handler.call(this, request, reply) as unknown
      if (!(result instanceof Promise)) return result
      const ended: Promise<unknown> = result.catch(() => {}).finally(() => running.delete(ended))
      running.add(ended)
      return result
    }
  })
  return {
    async ended() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
