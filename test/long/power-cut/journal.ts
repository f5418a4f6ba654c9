import { closeSync, openSync, readSync } from 'node:fs'

/** A change to the recorded folder, or a flush. Names are relative to it; a handle is an open file. */
export type DiskEvent =
  | { did: 'create' | 'create folder' | 'remove' | 'fill'; name: string }
  | { did: 'open'; handle: string; name: string }
  | { did: 'write'; handle: string; position: number }
  | { did: 'truncate'; name: string; size: number }
  | { did: 'ftruncate'; handle: string; size: number }
  | { did: 'rename'; name: string; to: string }
  | { did: 'flush'; handle: string }

/** A request that arrived, or a response that is about to be sent. */
export type Mark = { asked: string } | { answered: string; status: number }

export interface Entry {
  event: DiskEvent | Mark
  bytes: Buffer
}

/** The lengths of an event's JSON and of its written bytes. */
const HEAD = 8

/** Appends an event in one write, so that the events of all threads and processes stay in order. */
export function appendEvent(
  write: (descriptor: number, bytes: Uint8Array) => number,
  journal: number,
  event: DiskEvent | Mark,
  bytes: Uint8Array = new Uint8Array(),
): void {
  const json = Buffer.from(JSON.stringify(event))
  const head = Buffer.alloc(HEAD)
  head.writeUInt32LE(json.length, 0)
  head.writeUInt32LE(bytes.length, 4)
  write(journal, Buffer.concat([head, json, bytes]))
}

/** Yields all events of a journal in order. */
export function* readJournal(file: string): Generator<Entry> {
  const journal = openSync(file, 'r')
  const read = (length: number): Buffer | undefined => {
    const bytes = Buffer.alloc(length)
    return readSync(journal, bytes) === length ? bytes : undefined
  }
  try {
    for (;;) {
      const head = read(HEAD)
      // The last event may be incomplete after the kill.
      const json = head && read(head.readUInt32LE(0))
      const bytes = head && read(head.readUInt32LE(4))
      if (!json || !bytes) return
      yield { event: JSON.parse(json.toString()) as Entry['event'], bytes }
    }
  } finally {
    closeSync(journal)
  }
}
