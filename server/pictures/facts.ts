import { FLAGS } from '../../domain/film/formats.ts'
import { COVERS_IN_PICTURE, type Pictured } from '../../domain/pictures.ts'
import { asCaller } from '../db/as-caller.ts'
import type { Database, Value } from '../db/database.ts'

type PicturedFilm = Extract<Pictured, { kind: 'film' }>
type PicturedProfile = Extract<Pictured, { kind: 'profile' }>

const COVER_COLUMNS = ['spine', 'title', 'director', 'year']
const FILM_COLUMNS = [...COVER_COLUMNS, 'country', 'running_time', ...FLAGS]

/** Reads what a visitor may see of a film. */
export async function readFilm(db: Database, spine: number): Promise<PicturedFilm | undefined> {
  const film = await readAsVisitor<PicturedFilm['film']>(
    db,
    `select ${object('film', FILM_COLUMNS)}::text as facts from public.films film where spine = $1`,
    [spine],
  )
  return film && { kind: 'film', film }
}

/** Some of the films that the person owns, at equal distances in the order of spines. */
const PROFILE = `
  with
  person as materialized (select * from public.profile_counts($1)),
  owned as (
    select film.*, row_number() over (order by spine) - 1 as place, count(*) over () as total
    from person, public.profile_films(person.user_id) film
    where film.owned
  ),
  chosen as (
    select * from owned where place = 0 or place * $2::int / total <> (place - 1) * $2::int / total
  )
  select json_build_object(
    'catalogue', catalogue, 'owned', catalogue_owned, 'watched', watched, 'wishlist', wishlist,
    'listed', 'unlisted' <> all (array[visibility, collection_visibility, watched_visibility, wishlist_visibility]),
    'films', (
      select coalesce(json_agg(${object('film', COVER_COLUMNS)} order by spine), '[]') from chosen film
    )
  )::text as facts
  from person`

/**
 * Reads what a visitor may see of a person. Search engines may not list it if they may not list a part of it.
 * @returns undefined if there is no such person, or visitors may not see the profile.
 */
export async function readProfile(
  db: Database,
  username: string,
): Promise<{ pictured: PicturedProfile; isListed: boolean } | undefined> {
  const found = await readAsVisitor<Omit<PicturedProfile, 'kind' | 'username'> & { listed: boolean }>(
    db,
    PROFILE,
    [username, COVERS_IN_PICTURE],
  )
  if (!found) return undefined
  const { listed, ...facts } = found
  return { pictured: { kind: 'profile', username, ...facts }, isListed: listed }
}

/** Reads what the picture of the site shows. */
export async function readSite(db: Database): Promise<Pictured> {
  const films = await readAsVisitor<number>(db, 'select count(*)::text as facts from public.films', [])
  return { kind: 'site', films: films ?? 0 }
}

function object(row: string, columns: readonly string[]): string {
  return `json_build_object(${columns.map((column) => `'${column}', ${row}.${column}`).join(', ')})`
}

/** @param text selects one value as JSON, `facts`. */
async function readAsVisitor<Facts>(db: Database, text: string, values: Value[]): Promise<Facts | undefined> {
  const [row] = await asCaller(db, { role: 'anon', claims: { role: 'anon' } }, 'read', { text, values })
  return row && (JSON.parse(String(row.facts)) as Facts)
}
