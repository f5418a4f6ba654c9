import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from '../../support/site/programs.ts'
import { startSiteProcess } from '../../support/site/site-process.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const PASSWORD = 'as long as it is safe'
/** The number of simultaneous callers. */
const CALLERS = 8
/** The interval of clean-ups and checkpoints, which a site otherwise does every few minutes. */
const HURRY_MS = 1500

/** A fact that a response acknowledged, in a form that can be looked up. */
export type Fact =
  | { is: 'account'; email: string }
  | { is: 'listing'; user: string; film: number }
  | { is: 'owned'; user: string; film: number }
  | { is: 'title'; film: number; title: string }

export interface Recording {
  journal: string
  /** The recorded folder in its final state. */
  folder: string
  /** The fact of each write, by its name in the journal. The names of a single caller's writes begin with `alone`. */
  facts: Map<string, Fact>
}

interface Person {
  id: string
  token: string
}

interface Call {
  token?: string
  /** Whether a row that exists is changed instead. */
  merge?: boolean
}

/**
 * Records a site while it writes: first for one caller, then for many at once, with clean-ups in between.
 * @param folder the parent of the data folder `data`; all changes in it are recorded.
 */
export async function recordSite(folder: string, journal: string, writes: number): Promise<Recording> {
  const facts = new Map<string, Fact>()
  const port = await freePort()
  const env = {
    TRUST_PROXY: 'loopback',
    DATA_DIR: path.join(folder, 'data'),
    NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'record-disk.ts')}`,
    RECORD_FOLDER: folder,
    RECORD_JOURNAL: journal,
  }
  let admin: Person | undefined
  for (const phase of ['alone', 'together'] as const) {
    const site = startSiteProcess(port, {
      ...env,
      RECORD_HURRY_MS: String(phase === 'alone' ? 2 ** 30 : HURRY_MS),
    })
    await site.ready()
    const writer = await newWriter(site.url, facts)
    admin ??= await writer.newAdmin(env.DATA_DIR)
    if (phase === 'alone') await writer.writeInTurn(admin, Math.ceil(writes / 5))
    else await writer.writeTogether(admin, writes)
    site.child.kill('SIGTERM')
    await once(site.child, 'exit')
  }
  return { journal, folder, facts }
}

async function newWriter(url: string, facts: Map<string, Fact>) {
  const configured = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }
  let last = 0

  async function send<T>(name: string, method: string, address: string, body: object, call: Call = {}) {
    const response = await fetch(`${url}${address}`, {
      method,
      headers: {
        'x-write': name,
        apikey: configured.supabaseKey,
        'content-type': 'application/json',
        'x-forwarded-for': `10.${++last >> 16}.${(last >> 8) & 255}.${last & 255}`,
        ...(call.token && { authorization: `Bearer ${call.token}` }),
        ...(call.merge && { prefer: 'resolution=merge-duplicates' }),
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`)
    const text = await response.text()
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  async function signUp(name: string): Promise<Person> {
    const username = name.toLowerCase()
    const email = `${username}@example.org`
    facts.set(name, { is: 'account', email })
    const session = await send<{ access_token: string; user: { id: string } }>(
      name,
      'POST',
      '/auth/v1/signup',
      { email, password: PASSWORD, data: { username } },
    )
    return { id: session.user.id, token: session.access_token }
  }

  async function list(name: string, person: Person, film: number): Promise<void> {
    facts.set(name, { is: 'listing', user: person.id, film })
    await send(name, 'POST', '/rest/v1/user_wishlist', { user_id: person.id, film_id: film }, person)
  }

  /** Ticks a format, as the site's pages do. */
  async function tick(name: string, person: Person, film: number): Promise<void> {
    facts.set(name, { is: 'owned', user: person.id, film })
    const row = { user_id: person.id, film_id: film, owns_dvd: true }
    await send(name, 'POST', '/rest/v1/user_ownership?on_conflict=user_id,film_id', row, {
      token: person.token,
      merge: true,
    })
  }

  async function retitle(name: string, admin: Person, film: number): Promise<void> {
    const title = `Title by ${name}`
    facts.set(name, { is: 'title', film, title })
    await send(name, 'PATCH', `/rest/v1/films?id=eq.${film}`, { title }, admin)
  }

  /** Sets or clears a format of every film in one request. */
  async function changeAll(name: string, admin: Person, value: boolean): Promise<void> {
    const changes = Array.from({ length: 1299 }, (_, film) => ({ id: film + 1, after: { bluray_4k: value } }))
    const update = { update_id: crypto.randomUUID(), update_name: name, changes }
    await send(name, 'POST', '/rest/v1/rpc/change_film_formats', update, admin)
  }

  return {
    async newAdmin(dataDir: string): Promise<Person> {
      const admin = await signUp('curator')
      execFileSync(process.execPath, ['server/admin/main.ts', 'grant', 'curator'], {
        cwd: ROOT,
        env: { ...process.env, DATA_DIR: dataDir },
      })
      return admin
    },
    async writeInTurn(admin: Person, writes: number): Promise<void> {
      for (let write = 0; write < writes; write++) {
        const name = `alone-${write}`
        if (write % 3 === 0) await retitle(name, admin, 1 + (write % 1299))
        else if (write % 3 === 1) await tick(name, admin, 1 + write)
        else await list(name, admin, 1 + write)
      }
    },
    async writeTogether(admin: Person, writes: number): Promise<void> {
      let write = 0
      const callWhileLeft = async (caller: number) => {
        let person = await signUp(`caller${caller}`)
        for (let film = 1; write < writes; film++) {
          const name = `together-${++write}`
          if (write % 50 === 0) person = await signUp(name)
          else if (write % 60 === 0) await changeAll(name, admin, write % 2 === 0)
          else if (write % 3 === 0) await retitle(name, admin, 1 + (write % 1299))
          else if (write % 3 === 1) await tick(name, person, 1 + (film % 1299))
          else await list(name, person, 1 + (film % 1299))
        }
      }
      await Promise.all(Array.from({ length: CALLERS }, (_, caller) => callWhileLeft(caller)))
    },
  }
}
