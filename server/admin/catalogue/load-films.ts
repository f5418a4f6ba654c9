import { randomUUID } from 'node:crypto'
import type { FilmsCsv } from '../../../domain/csv/films-csv.ts'
import { COLUMN_NAMES, type Film } from '../../../domain/film/columns.ts'
import type { Queryable } from '../../db/database.ts'

const BATCH = 100

/** Films with the values of these columns. */
interface FilmRows {
  columns: readonly string[]
  films: readonly { spine: number }[]
}

/** How many films or sets a load added and changed; one that is as in the file counts as unchanged. */
export interface LoadResult {
  added: number
  changed: number
  unchanged: number
}

/**
 * Writes films by spine: it adds new spines, and updates existing ones in the columns that the file has.
 * Run it in a transaction: it writes in batches, which the history shows as one update.
 * @param options.name the update's name in the history: the file's name.
 * @param options.onProgress is called after each batch with the number of films done.
 */
export async function loadFilms(
  tx: Queryable,
  { columns, films }: FilmRows,
  options: { name: string; newOnly?: boolean; onProgress?: (done: number) => void },
): Promise<LoadResult> {
  await nameUpdate(tx, options.name)
  if (!options.newOnly) await lockFilms(tx, films)
  const statement = upsert(columns, options.newOnly ?? false)
  const result: LoadResult = { added: 0, changed: 0, unchanged: 0 }
  for (let start = 0; start < films.length; start += BATCH) {
    const batch = films.slice(start, start + BATCH)
    const [written] = await tx.query<{ added: number; changed: number }>(statement, [JSON.stringify(batch)])
    result.added += written?.added ?? 0
    result.changed += written?.changed ?? 0
    options.onProgress?.(Math.min(start + BATCH, films.length))
  }
  result.unchanged = films.length - result.added - result.changed
  return result
}

/**
 * Changes films in batches, in the columns that are given. Their spines exist; the transaction holds their locks.
 * @param onProgress is called after each batch with the number of films done.
 */
export async function writeFilms(
  tx: Queryable,
  columns: FilmsCsv['columns'],
  films: readonly Film[],
  onProgress?: (done: number) => void,
): Promise<void> {
  const list = columns.join(', ')
  for (let start = 0; start < films.length; start += BATCH) {
    await tx.query(
      `update public.films film set (${list}) = (${columns.map((column) => `given.${column}`).join(', ')})
       from json_populate_recordset(null::public.films, $1) as given
       where film.spine = given.spine`,
      [JSON.stringify(films.slice(start, start + BATCH))],
    )
    onProgress?.(Math.min(start + BATCH, films.length))
  }
}

/** Names the update of the history that the following changes of this transaction belong to. Returns its id. */
export async function nameUpdate(tx: Queryable, name: string): Promise<string> {
  const id = randomUUID()
  await tx.query('select private.name_film_update($1, $2)', [name.replaceAll('\0', ' '), id])
  return id
}

/** Locks the films by id, as every update does, whatever the file's order: two updates cannot deadlock. */
export async function lockFilms(tx: Queryable, films: readonly { spine: number }[]): Promise<void> {
  await tx.query(
    `select count(*)
     from (
       select from public.films where spine in (select spine::integer from json_array_elements_text($1) as spine)
       order by id
       for update
     ) as locked`,
    [JSON.stringify(films.map(({ spine }) => spine))],
  )
}

function upsert(columns: readonly string[], newOnly: boolean): string {
  const updated = columns.filter((column) => column !== 'spine')
  const onConflict = newOnly
    ? 'do nothing'
    : `do update set ${updated.map((column) => `${column} = excluded.${column}`).join(', ')}
       where (${updated.map((column) => `films.${column}`).join(', ')})
         is distinct from (${updated.map((column) => `excluded.${column}`).join(', ')})`
  // An inserted row has no earlier version, so its xmax is 0.
  return `
    with written as (
      insert into public.films (${columns.join(', ')})
      select ${columns.join(', ')} from json_populate_recordset(null::public.films, $1)
      on conflict (spine) ${onConflict}
      returning xmax = 0 as added
    )
    select count(*) filter (where added)::int as added, count(*) filter (where not added)::int as changed
    from written`
}

/** Returns all films by spine, read in one statement. */
export async function readFilms(db: Queryable): Promise<Film[]> {
  const [row] = await db.query<{ films: string }>(
    `select coalesce(json_agg(film order by spine), '[]')::text as films
     from (select ${COLUMN_NAMES.join(', ')} from public.films) as film`,
  )
  return JSON.parse(row?.films ?? '[]') as Film[]
}
