import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../../support/people/mail-server.ts'
import { runProgram, startSite, stopProcess } from '../../support/site/programs.ts'
import {
  ENGINES,
  type Engine,
  newTestDatabase,
  type SiteSettings,
  type TestDatabase,
} from '../../support/site/test-database.ts'

interface Line {
  level: string
  msg: string
  reqId?: string
  route?: string
  status?: number
  databaseMs?: number
  [field: string]: unknown
}

/** Patterns that the log must not contain, by name. */
type Secrets = Record<string, string>

const ADDRESS = '203.0.113.7'
const PASSWORD = 'correct horse battery staple'
const WRONG = 'incorrect horse battery staple'
const EMAIL = 'annabella.quux@example.org'
const USERNAME = 'annabella-quux'
const SEARCH = 'kieslowskiana'
const AGENT = 'telltale-agent'
const PLACE = 'behind-the-piano'
const PRICE = '8765.43'

/** A function that fails and quotes its argument, and one whose row is refused. */
const FAILING = `
  create function public.fail_over(who text) returns text language plpgsql volatile as $$
  begin
    raise exception 'no such person: %', who using errcode = 'P0002', detail = who, hint = who;
  end $$;
  grant execute on function public.fail_over to anon;`

/** Starts a site with the most detailed log and the functions above. */
async function startVerboseSite(database: TestDatabase, mails: MailServer) {
  const migrations = mkdtempSync(path.join(tmpdir(), 'criterion-migrations-'))
  cpSync(path.resolve(import.meta.dirname, '../../../supabase/migrations'), migrations, { recursive: true })
  writeFileSync(path.join(migrations, '29990101000000_failing.sql'), FAILING)
  const site = await startSite({
    ...database.env,
    LOG_LEVEL: 'trace',
    TRUST_PROXY: '127.0.0.1',
    MIGRATIONS_DIR: migrations,
    SITE_URL: 'https://films.example.org',
    SMTP_URL: `${mails.url}?from=films@example.org`,
  })
  return { ...site, migrations }
}

/** Sends the body only once the server has read the head. */
async function postInParts(url: string, body: string, headers: Record<string, string>): Promise<void> {
  const asked = request(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', expect: '100-continue' },
  })
  asked.flushHeaders()
  await once(asked, 'continue')
  asked.end(body)
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(201)
  await once(response.resume(), 'end')
}

/**
 * Performs all kinds of requests, and returns the secrets used, the id of a failed request and what the catalogue's
 * exports print.
 */
async function live(
  url: string,
  mails: MailServer,
  env: SiteSettings,
): Promise<{ secrets: Secrets; failedId: string; exported: string }> {
  const { supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }
  let token = supabaseKey
  const call = (method: string, address: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(url + address, {
      method,
      redirect: 'manual',
      headers: {
        apikey: supabaseKey,
        authorization: `Bearer ${token}`,
        'x-forwarded-for': ADDRESS,
        'user-agent': AGENT,
        referer: `https://elsewhere.example.org/${USERNAME}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const account = { email: EMAIL, password: PASSWORD }

  await call('POST', '/auth/v1/signup', { ...account, data: { username: USERNAME } })
  const [, confirmation = ''] = /token_hash=([\w-]+)/.exec((await mails.mailTo(EMAIL)).text) ?? []
  await call('POST', '/auth/v1/token?grant_type=password', { ...account, password: WRONG })
  await call('POST', '/auth/v1/token?grant_type=password', account)
  const followed = await call(
    'GET',
    `/auth/v1/verify?type=signup&token=${confirmation}&redirect_to=/${USERNAME}`,
  )
  expect(followed.headers.get('location')).toContain('access_token=')
  await call('POST', '/auth/v1/signup', { ...account, data: { username: USERNAME } })
  await call('POST', '/auth/v1/recover', { email: EMAIL })
  const [, recovery = ''] = /token_hash=([\w-]+)/.exec((await mails.mailTo(EMAIL)).text) ?? []
  mails.isRefusing = true
  await call('POST', '/auth/v1/recover', { email: EMAIL })

  const signedIn = await call('POST', '/auth/v1/token?grant_type=password', account)
  const session = (await signedIn.json()) as {
    access_token: string
    refresh_token: string
    user: { id: string }
  }
  token = session.access_token
  await call('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: session.refresh_token })
  const wish = { user_id: session.user.id, film_id: 1 }
  await postInParts(`${url}/rest/v1/user_wishlist`, JSON.stringify(wish), {
    apikey: supabaseKey,
    authorization: `Bearer ${token}`,
    'x-forwarded-for': ADDRESS,
  })
  await call('POST', '/rest/v1/user_wishlist', wish)
  await call('PUT', '/auth/v1/user', { email: `new.${EMAIL}` })
  await call('PUT', '/auth/v1/user', { data: { username: 'admin' } })
  await call('GET', `/rest/v1/profiles?username=eq.${USERNAME}`)
  await call('GET', `/rest/v1/profiles?username=eq.${USERNAME}&limit=${EMAIL}&apikey=${supabaseKey}`)
  const copy = { film_id: 1, format: 'dvd', price: PRICE, place: PLACE, note: PLACE }
  await call('POST', '/rest/v1/user_copies', copy)
  await call('POST', '/rest/v1/user_copies', { ...copy, acquired_on: PLACE })
  await call('POST', '/rest/v1/user_copies?on_conflict=note', { ...copy, id: PLACE })
  await call('PATCH', `/rest/v1/user_copies?place=eq.${PLACE}`, { lent_to: PLACE, price: `-${PRICE}` })
  await call('GET', `/rest/v1/user_copies?price=eq.${PRICE}&place=like.*${PLACE}*`)
  await call('POST', '/rest/v1/user_viewings', { film_id: 1, note: PLACE, watched_on: PRICE })
  await call('POST', '/rest/v1/user_wish_details', { film_id: 1, note: PLACE, currency: PLACE })
  const films = [{ film_id: 1, marks: [], copies: [{ format: 'dvd', store: PLACE, price: PLACE }] }]
  await call('POST', '/rest/v1/rpc/commit_import', { import_id: crypto.randomUUID(), name: PLACE, films })
  const admin = (...words: string[]) => runProgram(['scripts/admin.ts', ...words], env)
  expect((await admin('grant', USERNAME)).code).toBe(0)
  // The film leaves with its copies and comes back with them.
  expect((await call('DELETE', '/rest/v1/films?id=eq.1')).status).toBe(204)
  const exports = await Promise.all([[], ['--aliases'], ['--sets']].map((what) => admin('export', ...what)))
  expect((await call('POST', '/rest/v1/rpc/restore_film', { film_id: 1 })).status).toBe(204)
  exports.push(await admin('export'))
  expect(await (await call('GET', '/rest/v1/user_copies?film_id=eq.1')).text()).toContain(PLACE)
  const gift = String(await (await call('POST', '/rest/v1/rpc/make_gift_link', {})).json())
  expect((await call('GET', `/wishlist/${gift}`)).status).toBe(200)
  await call('GET', `/wishlist/${gift}x?q=${gift}`)
  await call('POST', '/rest/v1/rpc/gift_wishlist', { token: gift })
  await call('GET', `/rest/v1/rpc/gift_wishlist?token=${gift}`)
  await call('GET', `/rest/v1/gift_links?token=eq.${gift}`)
  await call('GET', `/rest/v1/films?title=ilike.*${SEARCH}*`)
  const anonymous = { authorization: `Bearer ${supabaseKey}` }
  for (let time = 0; time < 2; time++) {
    const found = await call('GET', `/rest/v1/films?title=ilike.*${SEARCH}*`, undefined, anonymous)
    await found.arrayBuffer()
  }
  await call('GET', `/rest/v1/${USERNAME}?${SEARCH}=eq.1`)
  await call('GET', `/?q=${SEARCH}`)
  await call('GET', `/${USERNAME}?q=${SEARCH}`)
  await call('GET', `/assets/${USERNAME}.js`)
  await call('GET', `/%zz${EMAIL}`)
  await call('POST', '/auth/v1/signup', `{"email":"${EMAIL}"`)
  await call('POST', '/rest/v1/user_wishlist', `${EMAIL}`)
  await call('POST', '/rest/v1/user_wishlist', EMAIL, { 'content-encoding': 'gzip' })
  await call('GET', '/auth/v1/user', undefined, { authorization: `Bearer ${EMAIL}` })
  const failed = await call('POST', '/rest/v1/rpc/fail_over', { who: `${EMAIL} ${SEARCH}` })
  expect(failed.status).toBe(500)
  await failed.arrayBuffer()
  await call('POST', '/auth/v1/logout')

  return {
    failedId: failed.headers.get('x-request-id') ?? '',
    exported: exports.map(({ output, errors }) => output + errors).join('\n'),
    secrets: {
      address: ADDRESS,
      email: EMAIL,
      local: 'annabella',
      password: PASSWORD,
      wrong: WRONG,
      search: SEARCH,
      agent: AGENT,
      place: PLACE,
      price: PRICE,
      referrer: 'elsewhere',
      key: supabaseKey,
      id: session.user.id,
      access: session.access_token,
      refresh: session.refresh_token,
      confirmation,
      recovery,
      gift,
      hash: createHash('sha256').update(recovery).digest('hex'),
    },
  }
}

describe.each(ENGINES)('the log of a site on %s', (engine: Engine) => {
  let database: TestDatabase
  let mails: MailServer
  let migrations: string
  let lines: Line[]
  let output: string
  let secrets: Secrets
  let failedId: string
  let exported: string
  beforeAll(async () => {
    mails = await startMailServer()
    database = await newTestDatabase(engine)
    const site = await startVerboseSite(database, mails)
    migrations = site.migrations
    const env = { ...database.env, MIGRATIONS_DIR: migrations }
    const lived = await live(site.url, mails, env).finally(() => stopProcess(site.child))
    secrets = lived.secrets
    failedId = lived.failedId
    exported = lived.exported
    output = site.printed.output + site.printed.errors
    lines = site.printed.output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
  })
  afterAll(async () => {
    await mails?.close()
    await database?.remove()
    if (migrations) rmSync(migrations, { recursive: true })
  })

  const requestLines = () => lines.filter(({ msg }) => msg === 'Answered.')

  test('each event is one line of JSON, and each request has an id', () => {
    expect(requestLines().length).toBeGreaterThan(25)
    for (const line of requestLines()) {
      expect(line).toMatchObject({
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        level: expect.stringMatching(/^(info|debug)$/),
        reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        method: expect.any(String),
        route: expect.any(String),
        status: expect.any(Number),
        ms: expect.any(Number),
        databaseMs: expect.any(Number),
        bytes: expect.any(Number),
      })
    }
  })

  test('the log contains each request’s route and the reason of a refusal', () => {
    const seen = requestLines().map(({ route, status, refusal }) => [route, status, refusal])
    expect(seen).toContainEqual(['/auth/v1/signup', 200, undefined])
    expect(seen).toContainEqual(['/auth/v1/token', 400, 'invalid_credentials'])
    expect(seen).toContainEqual(['/auth/v1/token', 400, 'email_not_confirmed'])
    expect(seen).toContainEqual(['/auth/v1/verify', 303, undefined])
    expect(seen).toContainEqual(['/rest/v1/user_wishlist', 201, undefined])
    expect(seen).toContainEqual(['/rest/v1/user_wishlist', 409, '23505'])
    expect(seen).toContainEqual(['/rest/v1/unknown', 404, 'PGRST205'])
    expect(seen).toContainEqual(['/:username', 200, undefined])
    expect(seen).toContainEqual(['/rest/v1/rpc/fail_over', 500, 'P0002'])
  })

  test('the log contains the database time of each request, even with a late body', () => {
    const written = requestLines().find(
      ({ route, status }) => route === '/rest/v1/user_wishlist' && status === 201,
    )
    expect(written?.databaseMs).toBeGreaterThan(0)
    expect(requestLines().find(({ route }) => route === '/config.json')?.databaseMs).toBe(0)
    // Of one search by a person and two by visitors, the last came from the cache.
    const searches = requestLines().filter(
      ({ route, method }) => route === '/rest/v1/films' && method === 'GET',
    )
    expect(searches.map(({ databaseMs }) => databaseMs === 0)).toEqual([false, false, true])
  })

  test('the log contains a failure under its response’s id, with the position and without the message’s values', () => {
    expect(lines.filter(({ reqId, level }) => reqId === failedId && level === 'error')).toMatchObject([
      { msg: 'A request failed.', route: '/rest/v1/rpc/fail_over', err: { code: 'P0002', message: '' } },
    ])
    const unsent = lines.filter(({ msg }) => msg === 'Work on accounts failed in the background.')
    expect(unsent).toMatchObject([{ level: 'error', err: { code: 'EENVELOPE', message: '' } }])
  })

  test('neither the log nor an export of the catalogue contains personal data or secrets', () => {
    for (const [what, secret] of Object.entries(secrets)) {
      expect(secret.length, what).toBeGreaterThan(5)
      expect(output.toLowerCase(), what).not.toContain(secret.toLowerCase())
    }
    // Not as texts to compare: a failure would print the catalogue.
    expect(exported.includes('Grand Illusion')).toBe(true)
    for (const [what, secret] of Object.entries(secrets)) {
      expect(exported.toLowerCase().includes(secret.toLowerCase()), `${what} in an export`).toBe(false)
    }
    const aboutRequests = lines.filter(({ reqId }) => reqId).map((line) => JSON.stringify(line))
    expect(aboutRequests.join('\n')).not.toMatch(/@|127\.0\.0\.1|apikey|authorization|token_hash|select /i)
  })
})

test('the proxies of deploy/ log no request, because the path of a gift link is secret', () => {
  const read = (name: string) =>
    readFileSync(path.resolve(import.meta.dirname, '../../../deploy', name), 'utf8')
  const servers = read('nginx.conf')
    .split(/^server \{/m)
    .slice(1)
  expect(servers).toHaveLength(2)
  for (const server of servers) {
    expect(server).toContain('access_log off;')
    expect(server).toContain('error_log /dev/null emerg;')
  }
  expect(read('Caddyfile')).toMatch(
    /^\{.*log default \{\s+exclude http\.log\.error http\.handlers\.reverse_proxy\s/ms,
  )
})
