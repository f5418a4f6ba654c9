import type { OfflineCatalogue, OfflineFilm } from '../../domain/offline/tables/tables.ts'
import { BLOCK_SIZE, readAllAfter, readAllByRange } from '../data/read-all.ts'
import { networkReader } from '../data/reader.ts'
import type { AnonymousReader } from '../data/supabase.ts'
import {
  CATALOGUE_COLUMNS,
  readStoredCatalogue,
  type StoredCatalogue,
  storeCatalogue,
} from './stored-data.ts'

/** The most films that are read by their ids, so that the address stays short. */
const MAX_CHANGED = 100

/**
 * Brings the stored catalogue up to date. Of the films, it reads those whose revision differs from the stored one, or
 * all if these are more than `MAX_CHANGED`. @throws if the catalogue cannot be read or stored; what is stored stays.
 */
export async function updateCatalogue(): Promise<void> {
  const reader = networkReader()
  const stored = await readStoredCatalogue()
  const [films, others] = await Promise.all([currentFilms(reader, stored), readSetsAndPrices(reader)])
  await storeCatalogue({ films, ...others, columns: CATALOGUE_COLUMNS, readAt: Date.now() })
}

async function currentFilms(
  reader: AnonymousReader,
  stored: StoredCatalogue | undefined,
): Promise<readonly OfflineFilm[]> {
  if (stored?.columns !== CATALOGUE_COLUMNS) return readFilms(reader)
  const revisions = await readAllAfter(
    (after) =>
      reader
        .from('films')
        .select('id, revision')
        .gt('id', after)
        .order('id')
        .limit(BLOCK_SIZE)
        .throwOnError(),
    ({ id }) => id,
  )
  const known = new Map(stored.films.map((film) => [film.id, film]))
  const changed = revisions.filter(({ id, revision }) => known.get(id)?.revision !== revision)
  if (changed.length > MAX_CHANGED) return readFilms(reader)
  for (const film of await readChanged(reader, changed)) known.set(film.id, film)
  return revisions.flatMap(({ id }) => known.get(id) ?? [])
}

async function readChanged(
  reader: AnonymousReader,
  changed: readonly { id: number }[],
): Promise<OfflineFilm[]> {
  if (changed.length === 0) return []
  const ids = changed.map(({ id }) => id)
  const { data } = await reader.from('films').select(CATALOGUE_COLUMNS).in('id', ids).throwOnError()
  return withoutBoxArt(data)
}

async function readFilms(reader: AnonymousReader): Promise<OfflineFilm[]> {
  const films = await readAllAfter<{ id: number }>(
    (after) =>
      reader
        .from('films')
        .select(CATALOGUE_COLUMNS)
        .gt('id', after)
        .order('id')
        .limit(BLOCK_SIZE)
        .overrideTypes<{ id: number }[], { merge: false }>()
        .throwOnError(),
    ({ id }) => id,
  )
  return withoutBoxArt(films)
}

function withoutBoxArt(films: unknown): OfflineFilm[] {
  return (films as Omit<OfflineFilm, 'box_art_url'>[]).map((film) => ({ ...film, box_art_url: null }))
}

async function readSetsAndPrices(reader: AnonymousReader): Promise<Omit<OfflineCatalogue, 'films'>> {
  const [sets, prices] = await Promise.all([
    readAllAfter(
      (after) =>
        reader
          .from('sets')
          .select('id, title, film_id, criterion_id, films')
          .gt('id', after)
          .order('id')
          .limit(BLOCK_SIZE)
          .throwOnError(),
      ({ id }) => id,
    ),
    readAllByRange((from, to) =>
      reader.from('film_prices').select('*').order('film_id').order('format').range(from, to).throwOnError(),
    ),
  ])
  return { sets, prices, setFilms: sets.flatMap(filmsOfSet) }
}

/** A set has its films also as one value, so that they are not read twice. */
function filmsOfSet({ id, films }: OfflineCatalogue['sets'][number]): OfflineCatalogue['setFilms'] {
  const blank = { film_id: null, title: null, director: null, year: null }
  return (films as object[]).map((film, index) => ({ ...blank, ...film, set_id: id, position: index + 1 }))
}
