import type { BoxSet, SetFilm } from '../../../domain/csv/sets-csv.ts'
import type { Queryable } from '../../db/database.ts'
import { type LoadResult, nameUpdate } from './load-films.ts'

/** A set as the table has it. */
interface StoredSet {
  id: number
  title: string
  film_id: number | null
  criterion_id: number | null
  films: StoredFilm[]
}

type StoredFilm = { film_id: number } | { title: string; director?: string; year?: number }

/**
 * Writes box sets. A set is known by its own spine, otherwise by its number at criterion.com, otherwise by its title.
 * Films whose spine the catalogue does not have are stored by their title.
 * @param name the update's name in the history.
 * @param isLoaded whether a set, known by its id or new, may be written; by default each may.
 */
export async function loadSets(
  tx: Queryable,
  sets: readonly BoxSet[],
  name: string,
  isLoaded: (id: number | undefined, set: BoxSet) => boolean = () => true,
): Promise<LoadResult> {
  await nameUpdate(tx, name)
  const films = await tx.query<{ id: number; spine: number }>('select id, spine from public.films')
  const idOf = new Map(films.map(({ id, spine }) => [spine, id]))
  const stored = await tx.query<StoredSet>(
    'select id, title, film_id, criterion_id, films from public.sets order by id for update',
  )
  const added: Omit<StoredSet, 'id'>[] = []
  const changed: StoredSet[] = []
  for (const set of sets) {
    const wanted = {
      title: set.title,
      film_id: set.spine === null ? null : (idOf.get(set.spine) ?? null),
      criterion_id: set.criterionId,
      films: set.films.flatMap((film) => storedFilm(film, idOf)),
    }
    const known = findSet(stored, wanted)
    if (!isLoaded(known?.id, set)) continue
    if (!known) added.push(wanted)
    else if (!isSame(known, wanted)) changed.push({ id: known.id, ...wanted })
  }
  await tx.query(
    `insert into public.sets (title, film_id, criterion_id, films)
     select title, film_id, criterion_id, films from json_populate_recordset(null::public.sets, $1)`,
    [JSON.stringify(added)],
  )
  await tx.query(
    `update public.sets held
     set title = given.title, film_id = given.film_id, criterion_id = given.criterion_id, films = given.films
     from json_populate_recordset(null::public.sets, $1) as given
     where held.id = given.id`,
    [JSON.stringify(changed)],
  )
  const unchanged = sets.length - added.length - changed.length
  return { added: added.length, changed: changed.length, unchanged }
}

/** Returns all sets with the titles of their films, by their own spines and then by title. */
export async function readSets(db: Queryable): Promise<BoxSet[]> {
  return db.query<BoxSet>(
    `select
       held.title, film.spine, held.criterion_id as "criterionId",
       coalesce((
         select json_agg(
           json_build_object(
             'spine', member.spine, 'title', coalesce(member.title, place.title),
             'director', coalesce(member.director, place.director), 'year', coalesce(member.year, place.year)
           )
           order by place.position
         )
         from public.set_films place left join public.films member on member.id = place.film_id
         where place.set_id = held.id
       ), '[]') as films
     from public.sets held left join public.films film on film.id = held.film_id
     order by film.spine nulls last, held.title collate "und-x-icu"`,
  )
}

function storedFilm(film: SetFilm, idOf: ReadonlyMap<number, number>): StoredFilm[] {
  const film_id = film.spine === null ? undefined : idOf.get(film.spine)
  if (film_id !== undefined) return [{ film_id }]
  if (film.title === null) return []
  const { title, director, year } = film
  return [{ title, ...(director !== null && { director }), ...(year !== null && { year }) }]
}

function findSet(stored: readonly StoredSet[], wanted: Omit<StoredSet, 'id'>): StoredSet | undefined {
  return (
    stored.find(({ film_id }) => film_id !== null && film_id === wanted.film_id) ??
    stored.find(({ criterion_id }) => criterion_id !== null && criterion_id === wanted.criterion_id) ??
    stored.find(({ title }) => title === wanted.title)
  )
}

function isSame(known: StoredSet, wanted: Omit<StoredSet, 'id'>): boolean {
  const { title, film_id, criterion_id, films } = wanted
  return (
    known.title === title &&
    known.film_id === film_id &&
    known.criterion_id === criterion_id &&
    known.films.length === films.length &&
    known.films.every((film, place) => isSameFilm(film, films[place]))
  )
}

function isSameFilm(one: StoredFilm, other: StoredFilm | undefined): boolean {
  if (!other) return false
  if ('film_id' in one || 'film_id' in other)
    return 'film_id' in one && 'film_id' in other && one.film_id === other.film_id
  return one.title === other.title && one.director === other.director && one.year === other.year
}
