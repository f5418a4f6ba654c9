import type { Tables } from '../../domain/database.types.ts'
import { COLUMN_NAMES, type FilmColumn } from '../../domain/film/columns.ts'

/** The columns of a film that its card and its page show, for `select`. */
export const SHOWN_COLUMNS = ['id', ...COLUMN_NAMES].join(', ')

export type ShownFilm = Pick<Tables<'films'>, 'id' | FilmColumn>
