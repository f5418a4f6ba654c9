import { FORMATS, type Format } from '../../../../domain/film/formats.ts'
import { type Marks, type MarkTable, markKey, wantKey } from './marks.ts'

type Owned = Record<`owns_${Format}`, boolean>

/** A row of each table, with the columns that say what is marked. */
export interface MarkRows {
  user_ownership: Owned & { film_id: number }
  user_sets: Owned & { set_id: number }
  user_wishlist: Record<`wants_${Format}`, boolean> & { film_id: number }
  user_watched: { film_id: number }
}

const KEYS_IN: { [Table in MarkTable]: (row: MarkRows[Table]) => string[] } = {
  user_ownership: ({ film_id: filmId, ...row }) => formatsOf(row).map((mark) => markKey({ mark, filmId })),
  user_sets: ({ set_id: setId, ...row }) => formatsOf(row).map((mark) => markKey({ mark, setId })),
  user_wishlist: ({ film_id: filmId, ...row }) => [
    markKey({ mark: 'wishlist', filmId }),
    ...FORMATS.filter((format) => row[`wants_${format}`]).map((format) => wantKey(filmId, format)),
  ],
  user_watched: ({ film_id: filmId }) => [markKey({ mark: 'watched', filmId })],
}

/** Returns the marks that the rows of a table are. */
export function marksInRows<Table extends MarkTable>(table: Table, rows: readonly MarkRows[Table][]): Marks {
  return new Set(rows.flatMap((row) => KEYS_IN[table](row)))
}

function formatsOf(row: Owned): Format[] {
  return FORMATS.filter((format) => row[`owns_${format}`])
}
