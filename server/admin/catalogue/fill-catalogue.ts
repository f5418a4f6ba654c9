import type { FilmsCsv } from '../../../domain/csv/films-csv.ts'
import type { BoxSet } from '../../../domain/csv/sets-csv.ts'
import type { Film, FilmColumn } from '../../../domain/film/columns.ts'
import type { Queryable } from '../../db/database.ts'
import { type Catalogue, recordAsLoad } from './catalogue-files.ts'
import { loadAliases } from './load-aliases.ts'
import { type LoadResult, lockFilms, nameUpdate, writeFilms } from './load-films.ts'
import { loadPrices } from './load-prices.ts'
import { loadSets } from './load-sets.ts'

/**
 * Writes the catalogue of this release over that of an earlier one. What the history shows to have been changed by
 * people or by files stays; of films that they added, only what is empty is filled in.
 */
export async function fillCatalogue(tx: Queryable, catalogue: Catalogue): Promise<void> {
  await fillFilms(tx, catalogue.films, { name: catalogue.name })
  await recordAsLoad(tx)
  const films = await storedFilms(tx)
  const edits = await readEdits(tx)
  const known = knownSpines(catalogue.films.films, films)
  const unedited = catalogue.aliases.filter(({ spine }) => {
    const film = films.get(spine)
    return film && known.has(spine) && !edits.columnsOf(film.id).has('aliases')
  })
  if (unedited.length > 0) await loadAliases(tx, unedited, 'aliases.csv')
  await recordAsLoad(tx)
  const isOurs = (set: BoxSet) =>
    [set.spine, ...set.films.map(({ spine }) => spine)].some((spine) => known.has(spine))
  await loadSets(tx, catalogue.sets, 'sets.csv', (id, set) =>
    id === undefined ? isOurs(set) && !edits.deletedSets.has(set.title) : !edits.sets.has(id),
  )
  await recordAsLoad(tx)
  const ours = catalogue.prices.filter(({ spine }) => known.has(spine))
  if (ours.length > 0) await loadPrices(tx, ours)
}

/**
 * Writes films by spine as `loadFilms` does, but neither adds any nor changes what was edited.
 * @param options.name the update's name in the history.
 */
export async function fillFilms(
  tx: Queryable,
  { columns, films }: FilmsCsv,
  { name, onProgress }: { name: string; onProgress?: (done: number) => void },
): Promise<LoadResult> {
  await nameUpdate(tx, name)
  await lockFilms(tx, films)
  const stored = await storedFilms(tx)
  const edits = await readEdits(tx)
  const known = knownSpines(films, stored)
  const changed = films.flatMap((wanted) => {
    const film = stored.get(wanted.spine)
    if (!film || !known.has(wanted.spine)) return []
    const edited = edits.columnsOf(film.id)
    const taken = columns.filter(
      (column) =>
        wanted[column] !== film[column] &&
        !edited.has(column) &&
        !edited.has(MADE_FROM[column] ?? column) &&
        (film[column] === null || !edits.added.has(film.id)),
    )
    const values = taken.map((column) => [column, wanted[column]])
    return taken.length > 0 ? [{ ...film, ...Object.fromEntries(values) } as Film] : []
  })
  await writeFilms(tx, columns, changed, onProgress)
  return { added: 0, changed: changed.length, unchanged: films.length - changed.length }
}

/** The names that are made from another column: an edit of that one counts for them. */
const MADE_FROM: Partial<Record<FilmColumn, FilmColumn>> = { sort_title: 'title', sort_director: 'director' }

type StoredFilm = Film & { id: number }

async function storedFilms(tx: Queryable): Promise<Map<number, StoredFilm>> {
  const films = await tx.query<StoredFilm>('select * from public.films')
  return new Map(films.map((film) => [film.spine, film]))
}

/** A film of a site is the film of the file if they share a title or an address; a spine may be another label's. */
function knownSpines(films: FilmsCsv['films'], stored: ReadonlyMap<number, StoredFilm>): Set<number | null> {
  const shared = ['title', 'product_url', 'imdb_link', 'letterboxd_link'] as const
  const isSame = (one: Partial<Film>, other: StoredFilm | undefined) =>
    shared.some((column) => one[column] && one[column] === other?.[column])
  return new Set(films.filter((film) => isSame(film, stored.get(film.spine))).map(({ spine }) => spine))
}

/** What the history shows to have been changed, other than by loads of the catalogue. */
interface Edits {
  columnsOf(film: number): ReadonlySet<string>
  /** The films that were added since. */
  added: ReadonlySet<number>
  sets: ReadonlySet<number>
  /** The titles of deleted sets. */
  deletedSets: ReadonlySet<string>
}

async function readEdits(tx: Queryable): Promise<Edits> {
  const changes = await tx.query<{
    film_id: number | null
    set_id: number | null
    operation: string
    names: string[]
  }>(
    `select film_id, set_id, operation,
       json_agg(distinct name) filter (where name is not null) as names
     from public.film_changes
     left join lateral (
       select jsonb_object_keys(after) as name where operation = 'changed'
       union all
       select before ->> 'title' where operation = 'deleted'
     ) as changed on true
     where update_id is null or update_id not in (select update_id from private.catalogue_loads)
     group by film_id, set_id, operation`,
  )
  const columns = new Map<number, Set<string>>()
  for (const { film_id, operation, names } of changes) {
    if (film_id !== null && operation === 'changed') columns.set(film_id, new Set(names))
  }
  const none = new Set<string>()
  const ofSets = changes.filter(({ set_id }) => set_id !== null)
  return {
    columnsOf: (film) => columns.get(film) ?? none,
    added: new Set(
      changes.filter(({ operation }) => operation === 'added').map(({ film_id }) => film_id ?? 0),
    ),
    sets: new Set(ofSets.map(({ set_id }) => set_id ?? 0)),
    deletedSets: new Set(ofSets.flatMap(({ operation, names }) => (operation === 'deleted' ? names : []))),
  }
}
