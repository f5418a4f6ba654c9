/** Where a server process is in its life; shared by what answers requests and what ends the process. */
export interface Lifecycle {
  /** Whether it has been told to stop: what runs is finished, nothing new should be sent here. */
  readonly isStopping: boolean
  beginStop(): void
}

export function startLifecycle(): Lifecycle {
  let isStopping = false
  return {
    get isStopping() {
      return isStopping
    },
    beginStop() {
      isStopping = true
    },
  }
}
