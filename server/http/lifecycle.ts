/** The state of a server process, shared by the code that serves requests and the code that ends the process. */
export interface Lifecycle {
  /** Whether the server is stopping: it finishes running requests, and new ones should go to another server. */
  readonly isStopping: boolean
  beginStop(): void
  /** Calls `callback` when the server begins to stop. */
  onStop(callback: () => void): void
}

export function startLifecycle(): Lifecycle {
  let isStopping = false
  const callbacks: (() => void)[] = []
  return {
    get isStopping() {
      return isStopping
    },
    beginStop() {
      isStopping = true
      for (const callback of callbacks) callback()
    },
    onStop(callback) {
      callbacks.push(callback)
    },
  }
}
