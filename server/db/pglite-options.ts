import { PGlite, types } from '@electric-sql/pglite'

/** How the embedded engine is started: durable and small. */
export const START_PARAMETERS = [
  // -F would turn flushing off; the default way of flushing does nothing on this engine's file system.
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
  ...['-c', 'shared_buffers=8MB'],
  // Housekeeping of small tables needs little, and WebAssembly memory never shrinks.
  ...['-c', 'maintenance_work_mem=4MB'],
  // The data lies in memory, so a row by index costs as little as the next row.
  ...['-c', 'random_page_cost=1.1'],
]

/** Values come as text, and the database gives them their type, as it does for a driver that sends text. */
export const TEXT_SERIALIZERS = Object.fromEntries(Object.values(types).map((oid) => [oid, String]))
