/** Work that continues after the response to its request was sent. */
export interface Background {
  /** Starts the work. If it rejects, the error is passed to `onError`. */
  run(work: () => Promise<void>): void
  /** Resolves once all work has ended. */
  settled(): Promise<void>
}

export function startBackground(onError: (error: unknown) => void): Background {
  const running = new Set<Promise<void>>()
  return {
    run(work) {
      const ended = work()
        .catch(onError)
        .finally(() => running.delete(ended))
      running.add(ended)
    },
    async settled() {
      await Promise.all(running)
    },
  }
}
