import { z } from 'zod'
import { formatCount } from '../../domain/film/format-count.ts'

/**
 * A backup is text in lines, compressed with gzip. The first line is the header. Then follow the tables, each with a
 * line that names its columns and one line for each row, an array of its values as text; then the sequences. The last
 * line has the numbers of rows and the SHA-256 of all bytes before it, by which a truncated or altered file is
 * detected. The format depends neither on the engine nor on its version.
 */
export const FORMAT = 'criterion-collection-tracker-backup'
export const FORMAT_VERSION = 1

const name = z.object({ schema: z.string(), name: z.string() })

export const headerLine = z.object({
  format: z.literal(FORMAT),
  formatVersion: z.number(),
  /** The version of the program that made the backup. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  engine: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ version: z.string(), name: z.string().nullable() })),
})

export const tableLine = z.object({ table: name, columns: z.array(z.string()) })

export const sequencesLine = z.object({
  sequences: z.array(name.extend({ value: z.string(), called: z.boolean() })),
})

export const endLine = z.object({
  end: z.object({ rows: z.record(z.string(), z.number()), sha256: z.string() }),
})

export type Header = z.infer<typeof headerLine>
export type TableLine = z.infer<typeof tableLine>
export type Sequence = z.infer<typeof sequencesLine>['sequences'][number]

/** The number of rows of each table, `schema.name`. */
export type RowCounts = Record<string, number>

/** Describes what a backup contains, for people. */
export function describeRows(rows: RowCounts): string {
  const count = (table: string) => formatCount(rows[table] ?? 0)
  const all = Object.values(rows).reduce((sum, rows) => sum + rows, 0)
  return `${count('public.films')} films, ${count('auth.users')} accounts, ${formatCount(all)} rows in all`
}
