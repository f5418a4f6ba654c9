import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database as Schema } from '../../../domain/database.types.ts'
import type { TestServer } from '../site/server.ts'
import { signAccessToken } from './access-token.ts'

/** A caller of the API with the stock client. */
export interface Caller {
  client: SupabaseClient<Schema>
  /** The same client without types, for requests that the types forbid. */
  untyped: SupabaseClient
}

export interface Person extends Caller {
  id: string
  token: string
}

export function visitor(server: TestServer): Caller {
  return callerWith(server, null)
}

/** Inserts an account directly, because sign-ups are rate limited, and signs it in. */
export async function newPerson(
  server: TestServer,
  username: string,
  role: 'admin' | null = null,
  tokenLifetime = '1h',
): Promise<Person> {
  const id = randomUUID()
  await server.db.query(
    `insert into auth.users (id, email, encrypted_password, raw_user_meta_data)
     values ($1, $2, '-', jsonb_build_object('username', $3::text))`,
    [id, `${username}@example.org`, username],
  )
  if (role) await server.db.query('insert into public.user_roles (user_id, role) values ($1, $2)', [id, role])
  const token = await signAccessToken(server.db, id, tokenLifetime)
  return { id, token, ...callerWith(server, token) }
}

function callerWith(server: TestServer, token: string | null): Caller {
  const connect = () => createClient(server.url, server.key, { accessToken: async () => token })
  return { client: connect(), untyped: connect() }
}
