import { randomUUID } from 'node:crypto'
import type { Random } from '../../support/random.ts'
import { ExpectedValue, type Outcome } from './expected-value.ts'
import { FilmLog } from './film-log.ts'
import type { Person } from './person.ts'
import { outcomeOf, type Tally } from './site.ts'

/** A film as read through the API. */
export type Film = Record<string, unknown> & { id: number; spine: number; revision: number }

const FORMATS = ['laserdisc', 'dvd', 'bluray', 'bluray_4k'] as const

/** An admin who edits films that no other curator edits, and records each change. */
export class Curator {
  readonly logs = new Map<number, FilmLog>()
  /** How many films each update changed, by the update's id: 0 until it is acknowledged. */
  readonly updates = new Map<string, ExpectedValue<number>>()
  /** The films that this curator added, and whether each is in the catalogue. */
  readonly added = new Map<number, ExpectedValue<'there' | 'deleted'>>()
  readonly person: Person
  readonly #tally: Tally
  readonly #random: Random
  readonly #films: Map<number, Film>
  #nextSpine: number

  constructor(person: Person, tally: Tally, random: Random, films: readonly Film[], firstSpine: number) {
    this.person = person
    this.#tally = tally
    this.#random = random
    this.#films = new Map(films.map((film) => [film.id, film]))
    this.#nextSpine = firstSpine
    for (const { id } of films) this.logs.set(id, new FilmLog())
  }

  /** Sets the current films, on which the next edits are based. */
  settle(films: readonly Film[]): void {
    for (const film of films) {
      if (this.logs.has(film.id)) this.#films.set(film.id, film)
    }
  }

  write(): Promise<Outcome> {
    const kind = this.#random.next()
    if (kind < 0.35) return this.#rename()
    if (kind < 0.7) return this.#turnFormat()
    if (kind < 0.8) return this.#update()
    if (kind < 0.9) return this.#add()
    return this.#deleteOrRestore()
  }

  async #edit(film: Film, patch: Record<string, unknown>): Promise<Outcome> {
    const changed = differences(film, withoutLooseFlags({ ...film, ...patch }))
    const response = await this.person.client
      .from('films')
      .update(patch)
      .eq('id', film.id)
      .eq('revision', film.revision)
      .select('id')
    const outcome = outcomeOf(response)
    if (outcome === 'done' && response.data?.length !== 1) {
      return this.#tally.count(
        'edit',
        'refused',
        `film ${film.id} has another revision than ${film.revision}`,
      )
    }
    if (Object.keys(changed).length > 0) {
      this.logs.get(film.id)?.note({ operation: 'changed', after: changed }, outcome)
      if (outcome === 'done') this.#films.set(film.id, { ...film, ...changed, revision: film.revision + 1 })
    }
    return this.#tally.count('edit', outcome, response.error)
  }

  #rename(): Promise<Outcome> {
    const word = this.#random.below(1e9).toString(36)
    return this.#edit(this.#someFilm(), { title: `Title ${word}`, year: 1900 + this.#random.below(150) })
  }

  #turnFormat(): Promise<Outcome> {
    const film = this.#someFilm()
    const format = this.#random.pick(FORMATS)
    const isOutOfPrint = film[format] && this.#random.chance(0.5)
    const column = isOutOfPrint ? `${format}_oop` : format
    return this.#edit(film, { [column]: !film[column] })
  }

  /** Changes many films in one atomic request. */
  async #update(): Promise<Outcome> {
    const films = [...this.#films.values()]
      .filter(({ id }) => this.added.get(id)?.value !== 'deleted')
      .filter(() => this.#random.chance(0.5))
      .slice(0, 50)
    const updateId = randomUUID()
    const flags = (film: Film) => ({ dvd: !film.dvd, bluray: !film.bluray })
    const response = await this.person.client.rpc('change_film_formats', {
      update_id: updateId,
      update_name: 'formats.csv',
      changes: films.map((film) => ({
        id: film.id,
        before: { dvd: film.dvd, bluray: film.bluray },
        after: flags(film),
      })),
    })
    const outcome = outcomeOf(response)
    const register = new ExpectedValue(0)
    register.note(films.length, outcome)
    this.updates.set(updateId, register)
    for (const film of films) {
      const after = differences(film, withoutLooseFlags({ ...film, ...flags(film) }))
      this.logs.get(film.id)?.note({ operation: 'changed', after, updateId }, outcome)
      if (outcome === 'done') this.#films.set(film.id, { ...film, ...after, revision: film.revision + 1 })
    }
    return this.#tally.count('update of many films', outcome, response.error)
  }

  async #add(): Promise<Outcome> {
    const spine = ++this.#nextSpine
    const response = await this.person.client
      .from('films')
      .insert({ spine, title: `Added ${spine}`, director: 'Somebody', dvd: true })
      .select()
      .returns<Film[]>()
    const outcome = outcomeOf(response)
    const film = response.data?.[0]
    // A film without an acknowledgement is not recorded; only the invariants are checked for it.
    if (film) {
      const log = new FilmLog()
      log.note({ operation: 'added', after: { spine, title: `Added ${spine}` } }, outcome)
      this.logs.set(film.id, log)
      this.#films.set(film.id, film)
      this.added.set(film.id, new ExpectedValue<'there' | 'deleted'>('there'))
    }
    return this.#tally.count('new film', outcome, response.error)
  }

  async #deleteOrRestore(): Promise<Outcome> {
    const ids = [...this.added].filter(([, register]) => !register.isInDoubt).map(([id]) => id)
    if (ids.length === 0) return this.#add()
    const id = this.#random.pick(ids)
    const log = this.logs.get(id)
    const register = this.added.get(id)
    if (register?.value === 'deleted') {
      const response = await this.person.client.rpc('restore_film', { film_id: id })
      log?.note({ operation: 'restored', after: {} }, outcomeOf(response))
      register.note('there', outcomeOf(response))
      return this.#tally.count('restoring a film', outcomeOf(response), response.error)
    }
    const response = await this.person.client.from('films').delete().eq('id', id)
    log?.note({ operation: 'deleted', after: {} }, outcomeOf(response))
    register?.note('deleted', outcomeOf(response))
    return this.#tally.count('deleting a film', outcomeOf(response), response.error)
  }

  #someFilm(): Film {
    const there = [...this.#films.values()].filter(({ id }) => this.added.get(id)?.value !== 'deleted')
    return this.#random.pick(there)
  }
}

/** The database turns a flag "out of print" off along with its format. */
function withoutLooseFlags(film: Record<string, unknown>): Record<string, unknown> {
  return {
    ...film,
    ...Object.fromEntries(
      FORMATS.map((format) => [`${format}_oop`, film[format] === true && film[`${format}_oop`] === true]),
    ),
  }
}

function differences(former: Record<string, unknown>, latter: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(latter).filter(([column, value]) => value !== former[column]))
}
