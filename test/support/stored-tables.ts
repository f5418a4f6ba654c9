import { COLUMN_NAMES } from '../../domain/film/columns.ts'
import type { OfflineCatalogue, OfflinePerson } from '../../domain/offline/tables/tables.ts'
import { MAX_ROWS } from '../../domain/rest/request.ts'
import type { Caller, Person } from './people/people.ts'

const FILM_COLUMNS = ['id', ...COLUMN_NAMES, 'aliases', 'revision'].join(', ')

const TRACKING = {
  user_ownership: 'film_id',
  user_sets: 'set_id',
  user_wishlist: 'film_id',
  user_watched: 'film_id',
  user_copies: 'id',
  user_viewings: 'id',
  user_wish_details: 'film_id',
} as const satisfies Record<Exclude<keyof OfflinePerson, 'profile'>, string>

export interface StoredTables {
  catalogue: OfflineCatalogue
  person: OfflinePerson
}

/** Reads the tables that a browser stores for reading without a network, through the API. */
export async function readStoredTables(person: Person): Promise<StoredTables> {
  return { catalogue: await readCatalogue(person), person: await readPerson(person) }
}

async function readCatalogue(caller: Caller): Promise<OfflineCatalogue> {
  const read = (table: string, columns: string, order: string[]) => readAll(caller, table, columns, order)
  const [films, sets, setFilms, prices] = await Promise.all([
    read('films', FILM_COLUMNS, ['id']),
    read('sets', 'id, title, film_id, criterion_id, films', ['id']),
    read('set_films', '*', ['set_id', 'position']),
    read('film_prices', '*', ['film_id', 'format']),
  ])
  return { films, sets, setFilms, prices } as never
}

async function readPerson(person: Person): Promise<OfflinePerson> {
  const profile = await person.untyped.from('profiles').select().eq('id', person.id).single().throwOnError()
  const tables = await Promise.all(
    Object.entries(TRACKING).map(async ([table, key]) => {
      const rows = await readAll(person, table, '*', [key], { user_id: person.id })
      return [table, rows.map(({ user_id: _person, ...row }) => row)]
    }),
  )
  return { profile: profile.data, ...Object.fromEntries(tables) }
}

async function readAll(
  { untyped }: Caller,
  table: string,
  columns: string,
  order: readonly string[],
  equal: Record<string, string> = {},
): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = []
  for (;;) {
    let block = untyped.from(table).select(columns).match(equal)
    for (const column of order) block = block.order(column)
    const { data } = await block.range(all.length, all.length + MAX_ROWS - 1).throwOnError()
    all.push(...(data as unknown as Record<string, unknown>[]))
    if (data.length < MAX_ROWS) return all
  }
}
