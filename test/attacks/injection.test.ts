import { importJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPerson, type Person } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/site/server.ts'
import { ENGINES } from '../support/site/test-database.ts'
import { type Canaries, plantCanaries } from './canaries.ts'
import { ODD_VALUES, SQL_PAYLOADS } from './payloads.ts'
import { type Attack, Attacker } from './send.ts'

/** A position in a request, and a function that builds the request with a payload there. */
type Position = [
  name: string,
  attack: (encoded: string, payload: string) => Partial<Attack> & { path: string },
]

// Shorter than the sleeps of the payloads.
const SLOW_MS = 9000

/** Every identifier and every value in a request. */
const POSITIONS: Position[] = [
  ['a table', (it) => ({ path: `/rest/v1/${it}` })],
  ['a table in a write', (it) => ({ method: 'POST', path: `/rest/v1/${it}`, body: '{"id":1}' })],
  ['a function', (it) => ({ path: `/rest/v1/rpc/${it}` })],
  ['a function in a call', (it) => ({ method: 'POST', path: `/rest/v1/rpc/${it}`, body: '{}' })],
  ['a filtered column', (it) => ({ path: `/rest/v1/films?${it}=eq.1` })],
  ['a quoted column', (it) => ({ path: `/rest/v1/films?"${it}"=eq.1` })],
  ['an operator', (it) => ({ path: `/rest/v1/films?title=${it}.a` })],
  ['a value', (it) => ({ path: `/rest/v1/films?title=eq.${it}` })],
  ['a number', (it) => ({ path: `/rest/v1/films?spine=eq.${it}` })],
  ['a pattern', (it) => ({ path: `/rest/v1/films?search=like.*${it}*` })],
  ['a listed value', (it) => ({ path: `/rest/v1/films?title=in.(${it},"${it}")` })],
  ['a quantifier', (it) => ({ path: `/rest/v1/films?title=eq(${it}).a` })],
  ['several values', (it) => ({ path: `/rest/v1/films?title=like(any).{${it},"${it}"}` })],
  ['an array', (it) => ({ path: `/rest/v1/films?title->a=cs.${it}` })],
  ['a regular expression', (it) => ({ path: `/rest/v1/films?title=match.${it}` })],
  [
    'a selected path',
    (it) => ({ path: `/rest/v1/films?select=title->${it},title->"${it}"->>${it}&limit=1` }),
  ],
  [
    'a filtered path',
    (it) => ({ path: `/rest/v1/films?title->>${it}=is.null&title->>"${it}"=is.null&limit=1` }),
  ],
  ['an ordering path', (it) => ({ path: `/rest/v1/films?order=title->"${it}".desc,title->>${it}&limit=1` })],
  ['a boolean', (it) => ({ path: `/rest/v1/films?dvd=is.${it}` })],
  ['a column in a condition', (it) => ({ path: `/rest/v1/films?or=(${it}.eq.1,id.eq.2)` })],
  ['a value in a condition', (it) => ({ path: `/rest/v1/films?and=(title.eq.${it},id.eq."${it}")` })],
  ['a condition', (it) => ({ path: `/rest/v1/films?not.or=${it}` })],
  ['a selected column', (it) => ({ path: `/rest/v1/films?select=${it}` })],
  ['an alias', (it) => ({ path: `/rest/v1/films?select=${it}:title&limit=1` })],
  ['a quoted alias', (it) => ({ path: `/rest/v1/films?select="${it}":title&limit=1` })],
  [
    'an alias in CSV',
    (it) => ({ path: `/rest/v1/films?select=${it}:title&limit=1`, headers: { accept: 'text/csv' } }),
  ],
  ['a cast', (it) => ({ path: `/rest/v1/films?select=title::${it}` })],
  ['an embedded table', (it) => ({ path: `/rest/v1/films?select=${it}(*)` })],
  ['an order', (it) => ({ path: `/rest/v1/films?order=${it}` })],
  ['a direction', (it) => ({ path: `/rest/v1/films?order=title.${it}` })],
  ['a limit', (it) => ({ path: `/rest/v1/films?limit=${it}` })],
  ['an offset', (it) => ({ path: `/rest/v1/films?limit=1&offset=${it}` })],
  ['a conflict', (it) => ({ ...wish, path: `/rest/v1/user_wishlist?on_conflict=${it}` })],
  ['the columns parameter', (it) => ({ ...wish, path: `/rest/v1/user_wishlist?columns=${it}` })],
  [
    'a key',
    (_, it) => ({ method: 'POST', path: '/rest/v1/user_wishlist', body: JSON.stringify({ [it]: 1 }) }),
  ],
  [
    'a value written',
    (_, it) => ({ ...wish, path: '/rest/v1/user_wishlist', body: JSON.stringify({ film_id: it }) }),
  ],
  [
    'a value changed',
    (it, payload) => ({
      method: 'PATCH',
      path: `/rest/v1/profiles?id=eq.${it}&username=neq.${it}`,
      body: JSON.stringify({ username: payload }),
    }),
  ],
  ['rows deleted', (it) => ({ method: 'DELETE', path: `/rest/v1/user_wishlist?film_id=eq.${it}` })],
  ['an argument', (it) => ({ path: `/rest/v1/rpc/username_state?username=${it}` })],
  ['a list argument', (it) => ({ path: `/rest/v1/rpc/profile_counts?of_username=a&words={${it}}` })],
  ['the name of an argument', (it) => ({ path: `/rest/v1/rpc/username_state?${it}=a` })],
  [
    'an argument in a body',
    (_, it) => ({
      method: 'POST',
      path: '/rest/v1/rpc/profile_counts',
      body: JSON.stringify({ of_username: it, words: [it], formats: [it] }),
    }),
  ],
  [
    'the name of an argument in a body',
    (_, it) => ({ method: 'POST', path: '/rest/v1/rpc/username_state', body: JSON.stringify({ [it]: 'a' }) }),
  ],
  ...[
    'prefer',
    'range',
    'range-unit',
    'accept',
    'accept-profile',
    'content-profile',
    'apikey',
    'x-client-info',
  ].map(
    (name): Position => [
      `the header ${name}`,
      (_, it) => ({ path: '/rest/v1/films?limit=1', headers: { [name]: inHeader(it) } }),
    ],
  ),
  [
    'a header that functions may read',
    (_, it) => ({ path: '/rest/v1/rpc/username_state?username=a', headers: { 'x-name': inHeader(it) } }),
  ],
  [
    'a preference',
    (_, it) => ({
      ...wish,
      path: '/rest/v1/user_wishlist',
      headers: { prefer: `resolution=${inHeader(it)}` },
    }),
  ],
  ['a person’s page', (it) => ({ path: `/${it}` })],
  ['an address', (_, it) => ({ ...post('token?grant_type=password', { email: it, password: 'x' }) })],
  ['the name in an address', (_, it) => ({ ...post('recover', { email: `"${it}"@example.org` }) })],
  [
    'a password',
    (_, it) => ({ ...post('token?grant_type=password', { email: 'a@b.example', password: it }) }),
  ],
  ['a refresh token', (_, it) => ({ ...post('token?grant_type=refresh_token', { refresh_token: it }) })],
  ['a link’s token', (_, it) => ({ ...post('verify', { type: 'recovery', token_hash: it }) })],
  ['a link’s kind', (it) => ({ path: `/auth/v1/verify?type=${it}&token=${it}&redirect_to=${it}` })],
  [
    'a username chosen',
    (_, it) => ({
      ...post('signup', { email: 'a@b.example', password: 'x'.repeat(12), data: { username: `${it} ` } }),
    }),
  ],
  ['an account’s metadata', (_, it) => ({ ...post('user', { data: { [it]: it } }), method: 'PUT' })],
]

const wish = { method: 'POST', body: '{"film_id":1}' }

const post = (path: string, body: object) => ({
  method: 'POST',
  path: `/auth/v1/${path}`,
  body: JSON.stringify(body),
})

/** Returns the part of a payload that HTTP allows in a header. */
function inHeader(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?')
}

describe.each(ENGINES)('SQL injection on %s', (engine) => {
  let server: TestServer
  let attacker: Attacker
  let canaries: Canaries
  let anna: Person
  beforeAll(async () => {
    server = await startServer(engine, { TRUST_PROXY: 'loopback' })
    canaries = await plantCanaries(server)
    anna = await newPerson(server, 'anna')
    attacker = new Attacker(server)
  })
  afterAll(async () => {
    attacker.close()
    await server.close()
  })

  let sent = 0
  async function expectHarmless(attack: Attack): Promise<void> {
    let response = await attacker.send(attack)
    for (let again = 0; again < 3 && response.ms > SLOW_MS; again++) response = await attacker.send(attack)
    expect(response.ms, 'no sleep was run').toBeLessThan(SLOW_MS)
    expect(response.status).toBeLessThan(500)
    // These codes would mean that the payload became part of a statement or called a function.
    expect(response.body).not.toMatch(/"code":"(42601|42501|42702|42P0[2-9]|25001|0A000)"/)
    for (const secret of canaries.secrets) expect(response.body).not.toContain(secret)
  }

  const headers = () => ({
    apikey: server.key,
    authorization: `Bearer ${anna.token}`,
    'content-type': 'application/json',
    'x-forwarded-for': `2001:db8:${(sent++).toString(16)}::1`,
  })

  test.each(POSITIONS)('the server never executes %s as SQL', async (_, attack) => {
    for (const payload of SQL_PAYLOADS) {
      const made = attack(encodeURIComponent(payload), payload)
      await expectHarmless({ method: 'GET', ...made, headers: { ...headers(), ...made.headers } })
    }
  })

  test('the server never executes the claims of a signed token as SQL', async () => {
    const [key] = await server.db.query<{ id: string; jwk: string }>(
      'select key_id::text as id, private_jwk::text as jwk from auth.signing_keys',
    )
    const privateKey = await importJWK(JSON.parse(key?.jwk ?? ''), 'ES256')
    for (const payload of [...SQL_PAYLOADS, ...ODD_VALUES.filter((text) => text.length < 1000)]) {
      for (const claims of [
        { sub: payload },
        { sub: anna.id, email: payload, [payload]: { [payload]: [payload] } },
        { sub: anna.id, session_id: payload },
      ]) {
        const token = await new SignJWT({ role: 'authenticated', ...claims })
          .setProtectedHeader({ alg: 'ES256', kid: key?.id ?? '' })
          .setAudience('authenticated')
          .setExpirationTime('1h')
          .sign(privateKey)
        const authorization = `Bearer ${token}`
        for (const path of ['/rest/v1/user_roles', '/auth/v1/user']) {
          await expectHarmless({ method: 'GET', path, headers: { ...headers(), authorization } })
        }
      }
    }
  })

  test('the server stores and finds an admin’s text unchanged', async () => {
    const admin = await newPerson(server, 'keeper', 'admin')
    const lines = SQL_PAYLOADS.map((payload) => payload.replaceAll('\n', ' ').trim())
    for (const [at, title] of lines.entries()) {
      const film = { spine: 900_000 + at, title, director: title, country: title }
      await admin.client.from('films').insert(film).throwOnError()
      const found = await admin.client.from('films').select('title,director,country').eq('title', title)
      expect(found.data).toContainEqual({ title, director: title, country: title })
      await admin.client.from('films').delete().eq('spine', film.spine).throwOnError()
    }
    expect(await server.db.query('select from public.films where spine >= 900000')).toEqual([])
  })

  test('the attacks have changed nothing', async () => {
    // The history contains the films that the admin added and deleted, and so do the tables of deleted ones.
    await server.db.transaction((tx) =>
      tx.script(`delete from private.deleted_films
          where film_id in (select film_id from public.film_changes where spine >= 900000);
        delete from private.news_of_deleted_films
          where film_id in (select film_id from public.film_changes where spine >= 900000);
        alter table public.film_changes disable trigger user;
        delete from public.film_changes where spine >= 900000;
        alter table public.film_changes enable trigger user;
        delete from public.user_roles where user_id = (select id from public.profiles where username = 'keeper')`),
    )
    await canaries.expectUntouched()
  })
})
