import type { FilmAliases } from '../../../domain/csv/aliases-csv.ts'
import type { Queryable } from '../../db/database.ts'
import { type LoadResult, lockFilms, nameUpdate } from './load-films.ts'

/**
 * Gives films the aliases of a file, in place of those they have; films that the file does not name keep theirs, and
 * spines that the catalogue does not have are left out.
 * @param name the update's name in the history.
 */
export async function loadAliases(
  tx: Queryable,
  films: readonly FilmAliases[],
  name: string,
): Promise<LoadResult> {
  await nameUpdate(tx, name)
  await lockFilms(tx, films)
  const [written] = await tx.query<{ known: number; changed: number }>(
    `with given as (
       select spine, private.arranged_aliases(aliases) as aliases
       from json_to_recordset($1) as film (spine integer, aliases jsonb)
     ),
     changed as (
       update public.films film set aliases = given.aliases
       from given
       where film.spine = given.spine and film.aliases is distinct from given.aliases
       returning film.id
     )
     select
       (select count(*)::int from given where spine in (select spine from public.films)) as known,
       (select count(*)::int from changed) as changed`,
    [JSON.stringify(films)],
  )
  const { known = 0, changed = 0 } = written ?? {}
  return { added: 0, changed, unchanged: known - changed }
}

/** Returns the aliases of all films that have any, by spine. */
export async function readAliases(db: Queryable): Promise<FilmAliases[]> {
  return db.query<FilmAliases>(
    'select spine, aliases from public.films where aliases is not null order by spine',
  )
}
