import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database as Schema } from '../../../domain/database.types.ts'
import { buildApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import type { Database } from '../../../server/db/database.ts'
import {
  COLUMN_OF_SORT,
  type FilmSort,
  type SortableFilm,
} from '../../../web/features/catalogue/films/film-cursor.ts'
import { measureDatabase, type Work } from './measured-database.ts'
import { accountId, PASSWORD, PERSON } from './sample-data.ts'

type Client = SupabaseClient<Schema>

export const SORTS = Object.keys(COLUMN_OF_SORT) as FilmSort[]

/** A server on a loaded database, with the clients whose requests are measured. */
export interface Site {
  db: Database
  url: string
  key: string
  films: number
  /** A visitor whose requests bypass the response cache. */
  visitor: Client
  person: Client
  personId: string
  admin: Client
  adminId: string
  /** The film in the middle of each sort order. */
  middle: Record<FilmSort, SortableFilm & { id: number }>
  /** The latest update of many films, and one of its films. */
  update: { id: string; filmId: number }
  /** The time in the middle of the history. */
  halfway: string
  /** Returns the work of the statements since the last call. */
  take: () => Work
  close(): Promise<void>
}

/** @param settings the settings of the database, which is already open. */
export async function openMeasuredSite(database: Database, settings: Record<string, string>): Promise<Site> {
  const { db, take } = measureDatabase(database)
  // No server receives the mails; they are sent in the background.
  const mail = { SITE_URL: 'http://127.0.0.1', SMTP_URL: 'smtp://127.0.0.1:9' }
  const config = readConfig({ ...settings, ...mail, LOG_LEVEL: 'silent' })
  const app = await buildApp(config, db)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const key = ((await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }).supabaseKey
  const [count] = await database.query<{ films: number }>('select count(*)::int as films from public.films')
  const films = count?.films ?? 0
  const middle = Object.fromEntries(
    await Promise.all(
      SORTS.map(async (sort) => {
        const [film] = await database.query(
          `select id, ${Object.values(COLUMN_OF_SORT).join(', ')} from public.films
           order by ${COLUMN_OF_SORT[sort]}, spine limit 1 offset ${Math.floor(films / 2)}`,
        )
        return [sort, film] as const
      }),
    ),
  ) as Site['middle']
  const [update] = await database.query<Site['update'] & { halfway: string }>(
    `select update_id::text as id, film_id as "filmId",
       (select changed_at::text from public.film_changes where update_id is null
        order by changed_at desc limit 1 offset ${Math.floor(films * 1.5)}) as halfway
     from public.film_changes where update_id is not null order by changed_at desc limit 1`,
  )
  if (!update) throw new Error('There is no history.')
  return {
    db,
    url,
    key,
    films,
    middle,
    update,
    take,
    halfway: update.halfway,
    visitor: createClient<Schema>(url, key, { global: { fetch: afterChange(database) } }),
    person: await signedIn(url, key, PERSON),
    personId: accountId(PERSON),
    admin: await signedIn(url, key, PERSON + 1),
    adminId: accountId(PERSON + 1),
    close: () => app.close(),
  }
}

/** Returns a fetch that invalidates cached responses of films first. */
function afterChange(db: Database): typeof fetch {
  return async (...request) => {
    await db.query(`select pg_notify('changed_tables', 'films')`)
    return fetch(...request)
  }
}

async function signedIn(url: string, key: string, number: number): Promise<Client> {
  const client = createClient<Schema>(url, key, { auth: { autoRefreshToken: false } })
  const { error } = await client.auth.signInWithPassword({
    email: `person-${number}@example.org`,
    password: PASSWORD,
  })
  if (error) throw error
  return client
}
