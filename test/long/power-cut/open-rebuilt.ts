import { text } from 'node:stream/consumers'
import { readConfig } from '../../../server/config.ts'
import { openSite } from '../../../server/site.ts'
import type { Fact } from './record-site.ts'

// Opens a data folder after a power cut, as a start of the server does, and prints the acknowledged facts that are
// missing, as JSON. It runs in a separate process, so that no engine stays in memory.
const [, , dataDir] = process.argv
const facts = JSON.parse(await text(process.stdin)) as Fact[]
const db = await openSite(readConfig({ DATA_DIR: dataDir }))
const LOOK_UP: Record<Fact['is'], string> = {
  account: `select fact from wanted where exists (
    select from auth.users join public.profiles using (id) where email = fact ->> 'email')`,
  listing: `select fact from wanted where exists (
    select from public.user_wishlist where user_id = (fact ->> 'user')::uuid and film_id = (fact ->> 'film')::int)`,
  owned: `select fact from wanted where exists (
    select from public.user_ownership
    where user_id = (fact ->> 'user')::uuid and film_id = (fact ->> 'film')::int and owns_dvd)`,
  title: `select fact from wanted where exists (
    select from public.film_changes
    where film_id = (fact ->> 'film')::int and after ->> 'title' = fact ->> 'title')`,
}
const missing: Fact[] = []
for (const [kind, there] of Object.entries(LOOK_UP)) {
  const wanted = facts.filter((fact) => fact.is === kind)
  const found = await db.query<{ fact: Fact }>(
    `with wanted as materialized (select fact from jsonb_array_elements($1::jsonb) as fact)
     select fact from wanted except (${there})`,
    [JSON.stringify(wanted)],
  )
  missing.push(...found.map(({ fact }) => fact))
}
await db.close()
process.stdout.write(JSON.stringify(missing))
