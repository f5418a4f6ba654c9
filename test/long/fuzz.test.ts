import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../server/auth/passwords/passwords.ts'
import { readSchema } from '../../server/rest/schema/schema-cache.ts'
import { type Canaries, plantCanaries } from '../attacks/canaries.ts'
import { type AimedAttack, attacks, OWN } from '../attacks/requests.ts'
import { Attacker, type TimedResponse } from '../attacks/send.ts'
import { type MailServer, startMailServer } from '../support/people/mail-server.ts'
import { startServer, type TestServer } from '../support/site/server.ts'
import { ENGINES } from '../support/site/test-database.ts'

/** Requests per engine. `npm run test:fuzz` sends more, with another seed each time. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2500)
const SEED = Number(process.env.FUZZ_SEED ?? 20261122)

/** A new sender replaces the old one regularly, because an attack can damage its sender's account. */
const REQUESTS_A_SENDER = 250

const SLOW_MS = 2000

const PASSWORD = 'an attacker’s own phrase'

/** The account in whose name attacks are sent. */
interface Sender {
  id: string
  username: string
  email: string
  token: string
  /** All addresses that the account may have by now, because it can change its address. */
  addresses: Set<string>
}

// One of the engines runs with mails, because some endpoints do nothing without them.
describe.each(ENGINES)('generated attacks on every endpoint on %s', (engine) => {
  let server: TestServer
  let mails: MailServer
  let attacker: Attacker
  let canaries: Canaries
  let passwordHash: string
  beforeAll(async () => {
    mails = await startMailServer()
    server = await startServer(engine, {
      TRUST_PROXY: 'loopback',
      ...(engine === 'postgres' && {
        SITE_URL: 'https://films.example.org',
        SMTP_URL: `${mails.url}?from=films@example.org`,
      }),
    })
    attacker = new Attacker(server)
    canaries = await plantCanaries(server)
    passwordHash = await hashPassword(PASSWORD)
  })
  afterAll(async () => {
    attacker.close()
    await server.close()
    await mails.close()
  })

  let number = 0
  async function newSender(): Promise<Sender> {
    const username = `attacker-${number++}`
    const email = `${username}@attack.example`
    const [made] = await server.db.query<{ id: string }>(
      `insert into auth.users (email, encrypted_password, raw_user_meta_data, email_confirmed_at)
       values ($1, $2, jsonb_build_object('username', $3::text), now()) returning id::text`,
      [email, passwordHash, username],
    )
    const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: server.key, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    const { access_token: token } = (await response.json()) as { access_token: string }
    return { id: made?.id ?? '', username, email, token, addresses: new Set([email]) }
  }

  /** Fills in the sender's own data, and gives each attack a separate address to stay below the rate limits. */
  function asSent({ by, headers, ...attack }: AimedAttack, sender: Sender): AimedAttack {
    const own = (text: string, encode = (value: string) => value) =>
      text
        .replaceAll(/\{\{own (\w+)\}\}/gi, (_, what: string) => encode(ownOf(sender, what.toLowerCase())))
        .replaceAll('{{n}}', () => String(number++))
    const from = `2001:db8:${(number >> 16).toString(16)}:${(number++ & 0xffff).toString(16)}::1`
    return {
      ...attack,
      by,
      path: own(attack.path, encodeURIComponent),
      ...(attack.body !== undefined && { body: own(attack.body).toWellFormed() }),
      headers: {
        'x-forwarded-for': from,
        ...(by === 'somebody' && { authorization: `Bearer ${sender.token}` }),
        ...headers,
      },
    }
  }

  function expectHarmless(attack: AimedAttack, response: TimedResponse, sender: Sender): void {
    const { status, headers, body } = response
    expect(status).toBeGreaterThanOrEqual(200)
    expect(status).toBeLessThan(500)
    if (attack.method === 'TRACE') expect(status).toBeGreaterThanOrEqual(400)
    expect(headers).not.toHaveProperty('set-cookie')
    for (const [inside] of body.matchAll(INSIDES)) expect(requestText(attack)).toContain(inside)
    const responseText = JSON.stringify(headers) + body
    for (const secret of canaries.secrets) {
      if (!requestText(attack).includes(secret)) expect(responseText).not.toContain(secret)
    }
    for (const [email] of responseText.matchAll(EMAIL)) {
      if (!requestText(attack).includes(email.toLowerCase())) expect(sender.addresses).toContain(email)
    }
    if (body !== '') expect(headers['content-type']).toMatch(/charset=utf-8|^(image|font|application)\//)
    // The response to unreadable HTTP has none of the application's headers.
    if (headers['x-request-id']) expect(headers['x-content-type-options']).toBe('nosniff')
  }

  test('every endpoint responds quickly, never fails, and neither reveals nor changes protected data', async () => {
    const schema = await readSchema(server.db)
    const generated = attacks(schema, { key: server.key, victim: canaries.victim, film: canaries.film })
    const statuses = new Map<number, number>()
    const endpoints = new Set<string>()
    let slowest = { ms: 0, what: '' }
    let sent = 0
    let sender = await newSender()

    await fc.assert(
      fc.asyncProperty(generated, async (generated) => {
        if (sent++ % REQUESTS_A_SENDER === 0) sender = await newSender()
        const attack = asSent(generated, sender)
        let response = await attacker.send(attack)
        expectHarmless(attack, response, sender)
        if (attack.by === 'somebody') {
          for (const [email] of requestText(attack).matchAll(EMAIL)) sender.addresses.add(email)
        }
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
        endpoints.add(attack.endpoint)
        // A busy machine is slow occasionally; a slow endpoint is slow every time.
        for (let again = 0; again < 3 && response.ms > SLOW_MS; again++)
          response = await attacker.send(attack)
        expect(response.ms).toBeLessThan(SLOW_MS)
        if (response.ms > slowest.ms) {
          slowest = { ms: response.ms, what: `${attack.method} ${attack.path.slice(0, 200)}` }
        }
      }),
      { numRuns: REQUESTS, seed: SEED, endOnFailure: true },
    )
    await canaries.expectUntouched()

    const tally = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
    console.log(
      `${sent} requests to ${endpoints.size} endpoints on ${engine}, seed ${SEED}; statuses ${tally.join(', ')}; ` +
        `slowest ${Math.round(slowest.ms)} ms (${slowest.what})`,
    )
    const missed = [...schema.relations.keys()].map((name) => `/rest/v1/${name}`)
    const uncalled = [...schema.routines.keys()].map((name) => `/rest/v1/rpc/${name}`)
    for (const endpoint of [...missed, ...uncalled]) expect(endpoints).toContain(endpoint)
    // If nearly all requests were refused, the attacks would test little.
    expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 12)
  }, 3_600_000)
})

/** Parts of the server's SQL, stack traces and file names. */
const INSIDES =
  /json_agg|json_to_record|as page|from public\.|from auth\.|\n\s+at .+:\d+|node_modules|\/server\/\w+\.ts/g

const EMAIL = /[\w.+-]+@[\w-]+(\.[\w-]+)+/g

/** Returns all text of a request, also decoded, because a response may repeat it. */
function requestText({ path, headers, body = '' }: AimedAttack): string {
  return `${path} ${decoded(path)} ${JSON.stringify(headers)} ${body}`.toLowerCase()
}

function decoded(text: string): string {
  return text
    .replaceAll('+', ' ')
    .replaceAll(/%[\da-f]{2}/gi, (code) => String.fromCharCode(Number(`0x${code.slice(1)}`)))
}

function ownOf(sender: Sender, what: string): string {
  const own: Record<string, string> = {
    id: sender.id,
    name: sender.username,
    email: sender.email,
    password: PASSWORD,
  }
  return own[what] ?? Object.values(OWN).join()
}
