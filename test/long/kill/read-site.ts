import type { SupabaseClient } from '@supabase/supabase-js'
import type { Film } from './curator.ts'
import type { Change } from './film-log.ts'
import { FLAGS, LISTS, type Person } from './person.ts'

/** The films and their history, as an admin reads them through the API. */
export interface Catalogue {
  films: Film[]
  /** The changes after a given one, oldest first. */
  changes: (Change & { id: number })[]
  updates: { id: string }[]
}

/** A person's profile and marks, as everyone reads them through the API. */
export interface PersonRows {
  profile: { id: string; username: string } | undefined
  /** The marks as `${film} ${flag}` and `${film} ${list}`. */
  marks: Set<string>
}

/** The row limit of a response. */
const PAGE = 1000

export async function readCatalogue(admin: SupabaseClient, afterChange: number): Promise<Catalogue> {
  return {
    films: await readAll(admin, 'films', '*', 'spine'),
    changes: await readAll(admin, 'film_changes', 'id,film_id,operation,after,update_id', 'id', afterChange),
    updates: await readAll(admin, 'film_updates', 'id', 'id'),
  }
}

export async function readPerson(reader: SupabaseClient, person: Person): Promise<PersonRows> {
  // A person whose sign-up got no response has no id.
  const [column, value] = person.id ? ['id', person.id] : ['username', person.username.value]
  const [profile] = await readOf<{ id: string; username: string }>(
    reader,
    'profiles',
    'id,username',
    column,
    value,
  )
  if (!profile) return { profile, marks: new Set() }
  type Row = Record<string, unknown> & { film_id: number }
  const ownership = await readOf<Row>(reader, 'user_ownership', '*', 'user_id', profile.id)
  const marks = ownership.flatMap((row) =>
    FLAGS.filter((flag) => row[flag]).map((flag) => `${row.film_id} ${flag}`),
  )
  for (const list of LISTS) {
    const listed = await readOf<Row>(reader, list, 'film_id', 'user_id', profile.id)
    marks.push(...listed.map(({ film_id }) => `${film_id} ${list}`))
  }
  return { profile, marks: new Set(marks) }
}

/** Reads rows in one request, because no person in these tests exceeds the row limit. */
async function readOf<Row>(
  reader: SupabaseClient,
  table: string,
  columns: string,
  column: string,
  value: string,
): Promise<Row[]> {
  const { data, error } = await reader.from(table).select(columns).eq(column, value)
  if (error) throw new Error(`${table} cannot be read: ${error.message}`)
  return data as Row[]
}

async function readAll<Row>(
  admin: SupabaseClient,
  table: string,
  columns: string,
  order: string,
  afterId?: number,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    let query = admin.from(table).select(columns)
    if (afterId !== undefined) query = query.gt('id', afterId)
    for (const column of order.split(',')) query = query.order(column)
    const { data, error } = await query.range(rows.length, rows.length + PAGE - 1)
    if (error) throw new Error(`${table} cannot be read: ${error.message}`)
    rows.push(...(data as Row[]))
    if (data.length < PAGE) return rows
  }
}
