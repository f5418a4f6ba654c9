/** The progress of a command. */
export interface Progress {
  done: number
  total: number
}
