/** How far a command has come. */
export interface Progress {
  done: number
  total: number
}
