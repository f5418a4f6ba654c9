/** A file that cannot be read. The message is a sentence for the person who chose it. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** The code that reads files is loaded on demand. */
export const NOT_LOADED =
  'The code that reads such files could not be loaded. Reload the page and choose the file again.'
