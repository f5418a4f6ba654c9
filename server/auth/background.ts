/** Work that goes on after its request was answered. */
export interface Background {
  /** Starts it. What it rejects with is handed to the log. */
  run(work: () => Promise<void>): void
  /** Resolves once all of it has ended. */
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
