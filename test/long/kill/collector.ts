import type { Random } from '../../support/random.ts'
import type { Outcome } from './expected-value.ts'
import { FLAGS, LISTS, Person } from './person.ts'
import type { Site, Tally } from './site.ts'

const PASSWORD_OF = (number: number) => `another password, number ${number}`

/** How many accounts one collector uses at a time; older ones stay unchanged, but are checked. */
const IN_USE = 3

/** Signs people up and sends their ticks, list entries, refreshes, renames and deletions, one after the other. */
export class Collector {
  readonly people: Person[] = []
  readonly #site: Site
  readonly #tally: Tally
  readonly #random: Random
  readonly #films: readonly number[]
  readonly #name: string
  #made = 0

  constructor(site: Site, tally: Tally, random: Random, films: readonly number[], name: string) {
    this.#site = site
    this.#tally = tally
    this.#random = random
    this.#films = films
    this.#name = name
  }

  write(): Promise<Outcome> {
    const random = this.#random
    const present = this.people.filter((person) => person.isThere).slice(-IN_USE)
    if (present.length === 0 || random.chance(0.06)) return this.#signUp()
    const person = random.pick(present)
    const kind = random.next()
    const film = random.pick(this.#films)
    if (kind < 0.55) return person.toggleFlag(film, random.pick(FLAGS))
    if (kind < 0.88) return person.toggleListing(film, random.pick(LISTS))
    if (kind < 0.95) return person.continueSession()
    if (kind < 0.97) return person.changePassword(PASSWORD_OF(++this.#made))
    // More than five renames would be refused.
    if (kind < 0.985 && !person.username.value.endsWith('_2')) return person.rename(nextName(person))
    if (kind > 0.995) return person.leave()
    return person.toggleFlag(film, random.pick(FLAGS))
  }

  #signUp(): Promise<Outcome> {
    const person = new Person(this.#site, this.#tally, `${this.#name}-${++this.#made}`)
    this.people.push(person)
    return person.signUp()
  }
}

function nextName({ username }: Person): string {
  return username.value.endsWith('_1') ? username.value.replace(/_1$/, '_2') : `${username.value}_1`
}
