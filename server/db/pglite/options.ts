import { PGlite, types } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

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

/** What the schema's indexes are made with. A folder opened without could neither be searched nor take a film. */
export const EXTENSIONS = { pg_trgm }

/** Values come as text, and the database gives them their type, as it does for a driver that sends text. */
export const TEXT_SERIALIZERS = Object.fromEntries(Object.values(types).map((oid) => [oid, String]))
