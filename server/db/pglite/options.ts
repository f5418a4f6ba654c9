import { PGlite, types } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

const SETTINGS = {
  // The default does nothing in this engine's file system.
  wal_sync_method: 'fsync',
  shared_buffers: '8MB',
  // Maintenance of small tables needs little memory, and WebAssembly memory never shrinks.
  maintenance_work_mem: '4MB',
  // The data is in memory, so random access costs as little as sequential access.
  random_page_cost: '1.1',
}

/** Start parameters of the embedded engine, for durability and little memory. */
export const START_PARAMETERS = [
  // -F would turn fsync off.
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

/** The schema's indexes need this extension. Without it, films can be neither searched nor inserted. */
export const EXTENSIONS = { pg_trgm }

/** Values are sent as text, and the database infers their types. */
export const TEXT_SERIALIZERS = Object.fromEntries(Object.values(types).map((oid) => [oid, String]))
