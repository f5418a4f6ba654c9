import type { Random } from '../random.ts'
import type { Curator } from './curator.ts'
import type { Change } from './film-log.ts'
import { FLAGS, LISTS, type Person } from './person.ts'
import type { Register } from './register.ts'
import type { Snapshot, Tracked } from './snapshot.ts'

/** How many accounts at rest are tried at each check, beside those that were just in use. */
const AT_REST = 3

/** The product gives a used refresh token that long. */
const GRACE_MS = 10_000

/** Whether each acknowledged session goes on. To be asked first: a token that was perhaps used is good for seconds. */
export async function checkSessions(people: readonly Person[]): Promise<string[]> {
  const problems: string[] = []
  for (const person of people.filter(({ isThere, isTouched }) => isThere && isTouched)) {
    const inDoubtSince = person.refreshInDoubtSince
    const { outcome, code } = await person.refresh()
    if (outcome === 'done') continue
    const isPastGrace = inDoubtSince !== undefined && Date.now() - inDoubtSince > GRACE_MS - 1000
    if (!isPastGrace) problems.push(`lost: the session of ${person.username} (${outcome} ${code})`)
  }
  return problems
}

/** Whether each account opens with its password. */
export async function checkSignIns(people: readonly Person[], random: Random): Promise<string[]> {
  const there = people.filter((person) => person.isThere)
  const atRest = there.filter(({ isTouched }) => !isTouched)
  const rested = Array.from({ length: Math.min(AT_REST, atRest.length) }, () => random.pick(atRest))
  const problems: string[] = []
  for (const person of [...there.filter(({ isTouched }) => isTouched), ...rested]) {
    const password = await workingPassword(person)
    if (password === undefined) problems.push(`lost: ${person.username} cannot sign in`)
    else person.password.settle(password)
    person.isTouched = false
  }
  return problems
}

async function workingPassword(person: Person): Promise<string | undefined> {
  for (const password of person.password.candidates()) {
    if (await person.signIn(password)) return password
  }
  return undefined
}

/** Compares what people were told with what there is. What was in doubt is from here on what was found. */
export function checkPeople(people: readonly Person[], snapshot: Snapshot): string[] {
  const nameById = new Map(snapshot.profiles.map(({ id, username }) => [id, username]))
  const idByName = new Map(snapshot.profiles.map(({ id, username }) => [username, id]))
  const flags = new Set(
    snapshot.ownership.flatMap((row) =>
      FLAGS.filter((flag) => row[flag]).map((flag) => `${row.user_id} ${row.film_id} ${flag}`),
    ),
  )
  const listings = new Set(
    LISTS.flatMap((list) =>
      snapshot.listings[list].map(({ user_id, film_id }) => `${user_id} ${film_id} ${list}`),
    ),
  )
  const problems: string[] = []
  const compare = <T>(register: Register<T>, found: T, what: () => string) => {
    if (!register.mayBe(found)) problems.push(`lost: ${what()} should be ${register}, is ${found}`)
    register.settle(found)
  }
  for (const person of people) {
    // Whoever never heard of their account knows no id.
    person.id ||= idByName.get(person.username.value) ?? ''
    const name = nameById.get(person.id)
    const found = name !== undefined ? 'there' : person.account.value === 'none' ? 'none' : 'deleted'
    compare(person.account, found, () => `the account ${person.email}`)
    if (name !== undefined) compare(person.username, name, () => `the username of ${person.email}`)
    for (const [registers, rows] of [
      [person.flags, flags],
      [person.lists, listings],
    ] as const) {
      for (const [key, register] of registers) {
        if (name !== undefined)
          compare(register, rows.has(`${person.id} ${key}`), () => `${person.email} ${key}`)
      }
    }
  }
  problems.push(...checkNothingElse(people, flags, listings))
  return problems
}

/** Nobody has what they never asked for. */
function checkNothingElse(people: readonly Person[], flags: Set<string>, listings: Set<string>): string[] {
  const asked = new Set(
    people.flatMap(({ id, flags, lists }) => [...flags.keys(), ...lists.keys()].map((key) => `${id} ${key}`)),
  )
  return [...flags, ...listings].filter((row) => !asked.has(row)).map((row) => `nobody asked for: ${row}`)
}

/** Compares the history with what the curator was told. */
export function checkCurator(curator: Curator, snapshot: Snapshot): string[] {
  const problems: string[] = []
  const byFilm = Map.groupBy(snapshot.changes, ({ film_id }) => film_id)
  for (const [film, log] of curator.logs) {
    for (const problem of log.compare(byFilm.get(film) ?? [])) problems.push(`${problem} (film ${film})`)
  }
  const byUpdate = Map.groupBy(snapshot.changes, ({ update_id }) => update_id)
  const named = new Set(snapshot.updates.map(({ id }) => id))
  for (const [id, register] of curator.updates) {
    const found = byUpdate.get(id)?.length ?? 0
    if (!register.mayBe(found)) problems.push(`torn: an update of ${register} films changed ${found}`)
    if (named.has(id) !== found > 0) problems.push(`torn: the update ${id} and its changes`)
    register.settle(found)
  }
  const there = new Set(snapshot.films.map(({ id }) => id))
  for (const [id, register] of curator.added) {
    const found = there.has(id) ? 'there' : 'deleted'
    if (!register.mayBe(found)) problems.push(`lost: film ${id} should be ${register}, is ${found}`)
    register.settle(found)
  }
  curator.settle(snapshot.films)
  return problems
}

/** What holds at every moment, whoever wrote what. */
export function checkInvariants(snapshot: Snapshot): string[] {
  const problems: string[] = []
  const latest = new Map<number, Change>()
  const changes = new Map<number, number>()
  for (const change of snapshot.changes) {
    latest.set(change.film_id, change)
    if (change.operation === 'changed') changes.set(change.film_id, (changes.get(change.film_id) ?? 0) + 1)
  }
  for (const film of snapshot.films) {
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
  return [...problems, ...checkReferences(snapshot)]
}

function checkReferences({ films, profiles, ownership, listings }: Snapshot): string[] {
  const filmIds = new Set(films.map(({ id }) => id))
  const people = new Set(profiles.map(({ id }) => id))
  const rows: Tracked[] = [...ownership, ...LISTS.flatMap((list) => listings[list])]
  return rows
    .filter(({ user_id, film_id }) => !filmIds.has(film_id) || !people.has(user_id))
    .map(({ user_id, film_id }) => `tracking without its person or film: ${user_id} ${film_id}`)
}
