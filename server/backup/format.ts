import { z } from 'zod'
import { formatCount } from '../../domain/film/format-count.ts'

/**
 * A backup is text in lines, compressed with gzip. The first line says what it is; then come the tables, each with a
 * line that names its columns and one line for each row, an array of its values as text; then the sequences; the last
 * line counts the rows and has the SHA-256 of all bytes before it, so that a file cut short or altered is known.
 * Nothing in it depends on the engine or its version.
 */
export const FORMAT = 'criterion-collection-tracker-backup'
export const FORMAT_VERSION = 1

const name = z.object({ schema: z.string(), name: z.string() })

export const headerLine = z.object({
  format: z.literal(FORMAT),
  formatVersion: z.number(),
  /** Of the program that made it. */
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

/** What a backup has, table by table: `schema.name` and its rows. */
export type RowCounts = Record<string, number>

/** What people ask of a backup, in words. */
export function contentOf(rows: RowCounts): string {
  const count = (table: string) => formatCount(rows[table] ?? 0)
  const all = Object.values(rows).reduce((sum, rows) => sum + rows, 0)
  return `${count('public.films')} films, ${count('auth.users')} accounts, ${formatCount(all)} rows in all`
}
