import type { SupabaseClient } from '@supabase/supabase-js'
import type { Curator } from './curator.ts'
import type { ExpectedValue } from './expected-value.ts'
import type { Change } from './film-log.ts'
import type { Person } from './person.ts'
import { type Catalogue, readPerson } from './read-site.ts'

/** The grace period of a used refresh token. */
const GRACE_MS = 10_000

/** Checks that each acknowledged session continues. Call it first, because a possibly used token is valid for seconds. */
export async function checkSessions(people: readonly Person[]): Promise<string[]> {
  const problems: string[] = []
  for (const person of people.filter(({ isThere }) => isThere)) {
    const inDoubtSince = person.refreshInDoubtSince
    const { outcome, code } = await person.refresh()
    if (outcome === 'done') continue
    const isPastGrace = inDoubtSince !== undefined && Date.now() - inDoubtSince > GRACE_MS - 1000
    if (!isPastGrace) problems.push(`lost: the session of ${person.username} (${outcome} ${code})`)
  }
  return problems
}

/** Checks that each account can sign in with its password. */
export async function checkSignIns(people: readonly Person[]): Promise<string[]> {
  const problems: string[] = []
  for (const person of people.filter(({ isThere }) => isThere)) {
    const password = await workingPassword(person)
    if (password === undefined) problems.push(`lost: ${person.username} cannot sign in`)
    else person.password.settle(password)
  }
  return problems
}

async function workingPassword(person: Person): Promise<string | undefined> {
  for (const password of person.password.candidates()) {
    if (await person.signIn(password)) return password
  }
  return undefined
}

/**
 * Compares the acknowledged values with the database. Values in doubt are settled to what is found.
 * @param reader a client with public read access.
 */
export async function checkPeople(people: readonly Person[], reader: SupabaseClient): Promise<string[]> {
  const problems: string[] = []
  const compare = <T>(register: ExpectedValue<T>, found: T, what: string) => {
    if (!register.mayBe(found)) problems.push(`lost: ${what} should be ${register}, is ${found}`)
    register.settle(found)
  }
  for (const person of people) {
    const { profile, marks } = await readPerson(reader, person)
    const absent = person.account.value === 'none' ? 'none' : 'deleted'
    compare(person.account, profile ? 'there' : absent, `the account ${person.email}`)
    if (!profile) continue
    person.id = profile.id
    compare(person.username, profile.username, `the username of ${person.email}`)
    for (const [key, register] of person.marks) compare(register, marks.has(key), `${person.email} ${key}`)
    for (const mark of marks) {
      if (!person.marks.has(mark)) problems.push(`${person.email} never asked for ${mark}`)
    }
  }
  return problems
}

/** Compares the history with the curator's acknowledged changes. */
export function checkCurator(curator: Curator, catalogue: Catalogue): string[] {
  const problems: string[] = []
  const byFilm = Map.groupBy(catalogue.changes, ({ film_id }) => film_id)
  for (const [film, log] of curator.logs) {
    for (const problem of log.compare(byFilm.get(film) ?? [])) problems.push(`${problem} (film ${film})`)
  }
  const byUpdate = Map.groupBy(catalogue.changes, ({ update_id }) => update_id)
  const named = new Set(catalogue.updates.map(({ id }) => id))
  for (const [id, register] of curator.updates) {
    const found = byUpdate.get(id)?.length ?? 0
    if (!register.mayBe(found)) problems.push(`torn: an update of ${register} films changed ${found}`)
    if (named.has(id) !== found > 0) problems.push(`torn: the update ${id} and its changes`)
    register.settle(found)
  }
  const there = new Set(catalogue.films.map(({ id }) => id))
  for (const [id, register] of curator.added) {
    const found = there.has(id) ? 'there' : 'deleted'
    if (!register.mayBe(found)) problems.push(`lost: film ${id} should be ${register}, is ${found}`)
    register.settle(found)
  }
  curator.settle(catalogue.films)
  return problems
}

/** Checks the invariants that hold after any writes. */
export function checkInvariants(catalogue: Catalogue): string[] {
  const problems: string[] = []
  const latest = new Map<number, Change>()
  const changes = new Map<number, number>()
  for (const change of catalogue.changes) {
    latest.set(change.film_id, change)
    if (change.operation === 'changed') changes.set(change.film_id, (changes.get(change.film_id) ?? 0) + 1)
  }
  for (const film of catalogue.films) {
    for (const format of ['laserdisc', 'dvd', 'bluray', 'bluray_4k']) {
      if (film[`${format}_oop`] && !film[format])
        problems.push(`film ${film.id} is out of print on no ${format}`)
    }
    const revision = 1 + (changes.get(film.id) ?? 0)
    if (film.revision !== revision) {
      problems.push(`film ${film.id} has revision ${film.revision} and ${revision - 1} changes`)
    }
    const last = latest.get(film.id)
    if (last?.operation === 'deleted') problems.push(`film ${film.id} is deleted and there`)
    for (const [column, value] of Object.entries(last?.after ?? {})) {
      if (film[column] !== value) problems.push(`film ${film.id} has another ${column} than its history`)
    }
  }
  return problems
}
