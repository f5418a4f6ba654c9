/** A file of which nothing can be read; the message is a sentence for the person who chose it. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** For what reads files and is loaded only then. */
export const NOT_LOADED =
  'What reads such files could not be loaded. Reload the page, and choose the file once more.'
