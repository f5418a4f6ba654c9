import { Unreadable } from '../../files/unreadable.ts'
import type { ImportList } from '../row.ts'
import { anyTable } from './formats/any-table.ts'
import { bluRayCom } from './formats/blu-ray-com.ts'
import { clz } from './formats/clz.ts'
import { discogs } from './formats/discogs.ts'
import { dvdProfiler } from './formats/dvd-profiler.ts'
import type { ImportFormat } from './formats/format.ts'
import { imdb } from './formats/imdb.ts'
import { kodi } from './formats/kodi.ts'
import { lddb } from './formats/lddb.ts'
import { letterboxd } from './formats/letterboxd.ts'
import { libib } from './formats/libib.ts'
import { movary } from './formats/movary.ts'
import { myMovies } from './formats/my-movies.ts'
import { ownExport } from './formats/own-export.ts'
import { simkl } from './formats/simkl.ts'
import { titleLines } from './formats/title-lines.ts'
import { tmdb } from './formats/tmdb.ts'
import { trakt } from './formats/trakt.ts'
import { yamtrack } from './formats/yamtrack.ts'
import { MAX_FILE_ROWS, type Part, TOO_LONG } from './part.ts'

/** All formats. A file is of the first one whose columns it has. */
export const IMPORT_FORMATS: readonly ImportFormat[] = [
  ownExport,
  letterboxd,
  imdb,
  trakt,
  myMovies,
  bluRayCom,
  clz,
  discogs,
  libib,
  dvdProfiler,
  lddb,
  movary,
  tmdb,
  simkl,
  yamtrack,
  kodi,
  anyTable,
  titleLines,
]

/**
 * Reads the lists of a file.
 * @param as the id of a format, if the person has corrected it; otherwise the headers decide.
 * @throws Unreadable
 */
export function readLists(
  parts: readonly Part[],
  as?: string,
): { format: ImportFormat; lists: ImportList[] } {
  const formats = as === undefined ? IMPORT_FORMATS : IMPORT_FORMATS.filter(({ id }) => id === as)
  for (const format of formats) {
    const lists = format.read(parts).filter(({ rows }) => rows.length > 0)
    if (lists.length === 0) continue
    if (lists.reduce((sum, { rows }) => sum + rows.length, 0) > MAX_FILE_ROWS) {
      throw new Unreadable(TOO_LONG)
    }
    return { format, lists }
  }
  throw new Unreadable(
    as === undefined ? noColumns(parts) : `The file lacks the columns of ${formats[0]?.name} or has no rows.`,
  )
}

function noColumns(parts: readonly Part[]): string {
  const [first] = parts
  const begins = first?.kind === 'table' ? first.records[0] : undefined
  const seen = begins
    ? ` Line ${begins.line} is “${begins.cells.filter(Boolean).join(', ').slice(0, 80)}”.`
    : ''
  return `The file names no column for a spine, an id, a link or a title, or has no row below it.${seen} The first line of a table has to name its columns.`
}
