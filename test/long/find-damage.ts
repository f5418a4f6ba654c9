/** Runs a query as the database's owner and returns the rows. */
export type RunQuery = (text: string) => Promise<Record<string, unknown>[]>

/** Returns the inconsistencies between a database's rows, indexes and files. */
export async function findDamage(ask: RunQuery): Promise<string[]> {
  return [...(await findTornAccounts(ask)), ...(await findTornIndexes(ask)), ...(await findTornTables(ask))]
}

/** Returns rows whose counterpart is missing although one transaction wrote both. */
async function findTornAccounts(ask: RunQuery): Promise<string[]> {
  const pairs: [what: string, rows: string][] = [
    [
      'accounts without a profile, or profiles without an account',
      'auth.users u full join public.profiles p using (id) where u.id is null or p.id is null',
    ],
    [
      'sessions without an account',
      'auth.sessions s left join auth.users u on u.id = s.user_id where u.id is null',
    ],
    [
      'tokens without a session',
      'auth.refresh_tokens t left join auth.sessions s on s.id = t.session_id where s.id is null',
    ],
    [
      'sessions without a token',
      'auth.sessions s left join auth.refresh_tokens t on s.id = t.session_id where t.session_id is null',
    ],
    ...['user_ownership', 'user_wishlist', 'user_watched'].map((table): [string, string] => [
      `rows of ${table} without their person or film`,
      `public.${table} t left join public.profiles p on p.id = t.user_id left join public.films f on f.id = t.film_id
       where p.id is null or f.id is null`,
    ]),
    [
      'keys that were not made together',
      `(select count(*) as public, (select count(*) from auth.signing_keys) as signing from auth.api_keys) keys
       where public > 1 or (public > 0) <> (signing > 0)`,
    ],
  ]
  const problems: string[] = []
  for (const [what, rows] of pairs) {
    const [found] = await ask(`select count(*)::int as number from ${rows}`)
    if (found?.number !== 0) problems.push(`${what}: ${found?.number}`)
  }
  return problems
}

const OURS = `n.nspname in ('public', 'private', 'auth', 'supabase_migrations')`

async function findTornIndexes(ask: RunQuery): Promise<string[]> {
  await ask('create extension if not exists amcheck')
  const indexes = await ask(
    `select c.oid::regclass::text as name from pg_class c
     join pg_namespace n on n.oid = c.relnamespace join pg_am on pg_am.oid = c.relam
     where c.relkind = 'i' and amname = 'btree' and ${OURS}`,
  )
  if (indexes.length < 20) throw new Error('The indexes were not found.')
  const problems: string[] = []
  for (const { name } of indexes) {
    await ask(`select bt_index_check('${name}', true)`).catch(({ message }: Error) => {
      problems.push(`the index ${name}: ${message}`)
    })
  }
  return problems
}

async function findTornTables(ask: RunQuery): Promise<string[]> {
  const found = await ask(
    `select c.oid::regclass::text as name, damage.msg
     from pg_class c join pg_namespace n on n.oid = c.relnamespace, lateral verify_heapam(c.oid) as damage
     where c.relkind in ('r', 't') and ${OURS}`,
  )
  return found.map(({ name, msg }) => `the table ${name}: ${msg}`)
}
