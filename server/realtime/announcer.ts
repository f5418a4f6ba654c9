import type { Database } from '../db/database.ts'

/** The channel on which every process receives the keys of changed rows. */
export const CHANGED_ROWS = 'changed_rows'

/**
 * Commits that notify wait for one another, and every notification wakes every listening connection. So the changes of
 * this time are sent together.
 */
const DELAY_MS = 100

/** PostgreSQL's limit is below 8,000 bytes. Each line is shorter (`private.note_changes`). */
const MAX_PAYLOAD_BYTES = 7900

/** Notifies all processes of the changes that people make through this one. */
export interface Announcer {
  /** @param noted a line for each change, as the database noted it. */
  add(noted: string): void
  /** Sends what is waiting. */
  close(): Promise<void>
}

/** @param onFailure gets the error if the changes could not be sent: the database is not reachable. */
export function openAnnouncer(db: Pick<Database, 'query'>, onFailure: (error: unknown) => void): Announcer {
  let lines = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let sending = Promise.resolve()

  function send(): void {
    timer = undefined
    const payloads = pack(lines)
    lines = new Set()
    const sent = db
      .query('select pg_notify($1, payload) from json_array_elements_text($2::json) as every (payload)', [
        CHANGED_ROWS,
        JSON.stringify(payloads),
      ])
      .then(() => {}, onFailure)
    sending = sending.then(() => sent)
  }

  return {
    add(noted) {
      for (const line of noted.split('\n')) {
        // The same change again is announced in its latest place.
        lines.delete(line)
        lines.add(line)
      }
      timer ??= setTimeout(send, DELAY_MS)
    },
    async close() {
      if (timer !== undefined) {
        clearTimeout(timer)
        send()
      }
      await sending
    },
  }
}

/** Joins lines to as few payloads as possible. */
function pack(lines: Iterable<string>): string[] {
  const payloads: string[] = []
  let bytes = MAX_PAYLOAD_BYTES
  for (const line of lines) {
    const size = Buffer.byteLength(line) + 1
    if (bytes + size > MAX_PAYLOAD_BYTES) {
      payloads.push(line)
      bytes = size
    } else {
      payloads.push(`${payloads.pop()}\n${line}`)
      bytes += size
    }
  }
  return payloads
}
