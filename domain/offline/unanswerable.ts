/** The stored data cannot answer a request. The message says why, for the developer. */
export class Unanswerable extends Error {
  override name = 'Unanswerable'
}
