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

/** What a log may say of a failure: a mail server's own words quote the address, a database's the row. */
export function withoutPeople(error: unknown): Record<string, unknown> {
  const { name, code, responseCode, command } = error as Record<string, unknown>
  return { msg: 'Work on accounts failed in the background.', name, code, responseCode, command }
}
