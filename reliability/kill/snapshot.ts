import type { SupabaseClient } from '@supabase/supabase-js'
import type { Film } from './curator.ts'
import type { Change } from './film-log.ts'
import { LISTS, type List } from './person.ts'

export interface Tracked {
  user_id: string
  film_id: number
}

/** All that the site holds, as an admin reads it through the API. */
export interface Snapshot {
  profiles: { id: string; username: string }[]
  films: Film[]
  /** Those made since the given one, oldest first. */
  changes: (Change & { id: number })[]
  updates: { id: string }[]
  ownership: (Tracked & Record<string, unknown>)[]
  listings: Record<List, Tracked[]>
}

/** A page is as long as an answer may be. */
const PAGE = 1000

export async function takeSnapshot(admin: SupabaseClient, afterChange: number): Promise<Snapshot> {
  const [wishlist, watched] = LISTS
  return {
    profiles: await readAll(admin, 'profiles', 'id,username', 'id'),
    films: await readAll(admin, 'films', '*', 'spine'),
    changes: await readAll(admin, 'film_changes', 'id,film_id,operation,after,update_id', 'id', afterChange),
    updates: await readAll(admin, 'film_updates', 'id', 'id'),
    ownership: await readAll(admin, 'user_ownership', '*', 'user_id,film_id'),
    listings: {
      [wishlist]: await readAll<Tracked>(admin, wishlist, 'user_id,film_id', 'user_id,film_id'),
      [watched]: await readAll<Tracked>(admin, watched, 'user_id,film_id', 'user_id,film_id'),
    },
  }
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
