import { FLAGS } from '../../domain/film/formats.ts'
import type { OfflineFilm } from '../../domain/offline/tables/tables.ts'
import { quoteFilterValue } from '../../web/data/keyset-page.ts'
import type { Random } from './random.ts'

const NUMBERS = ['id', 'spine', 'year', 'running_time', 'tmdb_id', 'revision'] as const
const ORDERED_TEXTS = ['title', 'director', 'country', 'sort_title', 'sort_director'] as const
const TEXTS = ['language', 'imdb_link', 'product_url'] as const

/** A request to read films, as the client library sends it. */
export interface RandomRead {
  method: 'GET' | 'HEAD'
  query: string
  headers: Record<string, string>
}

/** Returns a request with any conditions, order, columns and range. The order is complete, so that there is one answer. */
export function randomRead(random: Random, films: readonly OfflineFilm[]): RandomRead {
  const parameters = new URLSearchParams()
  if (random.chance(0.7)) parameters.set('select', random.chance(0.2) ? '*' : 'id, spine,title,year,aliases')
  for (let left = random.below(3); left > 0; left--) {
    const condition = randomCondition(random, films, 0)
    if (condition.kind === 'logic') parameters.append(condition.name, condition.value)
    else parameters.append(condition.column, condition.value)
  }
  const terms = [random.pick([...NUMBERS, ...ORDERED_TEXTS, ...FLAGS]), random.pick(NUMBERS), 'id']
  parameters.set('order', terms.map((column) => `${column}${direction(random)}`).join(','))
  if (random.chance(0.7)) parameters.set('limit', String(random.below(40)))
  if (random.chance(0.3)) parameters.set('offset', String(random.below(1500)))
  return {
    method: random.chance(0.1) ? 'HEAD' : 'GET',
    query: parameters.toString(),
    headers: {
      ...(random.chance(0.5) && { prefer: 'count=exact' }),
      ...(random.chance(0.2) && { range: `${random.below(50)}-${50 + random.below(50)}` }),
      ...(random.chance(0.1) && { accept: 'application/vnd.pgrst.object+json' }),
    },
  }
}

type RandomCondition =
  | { kind: 'logic'; name: string; value: string }
  | { kind: 'comparison'; column: string; value: string }

function randomCondition(random: Random, films: readonly OfflineFilm[], depth: number): RandomCondition {
  const not = random.chance(0.25) ? 'not.' : ''
  if (depth > 2 || random.chance(0.6)) {
    const [column, comparison] = randomComparison(random, random.pick(films), depth > 0)
    return { kind: 'comparison', column, value: `${not}${comparison}` }
  }
  const members = Array.from({ length: 1 + random.below(3) }, () => {
    const member = randomCondition(random, films, depth + 1)
    return member.kind === 'logic' ? `${member.name}${member.value}` : `${member.column}.${member.value}`
  })
  return { kind: 'logic', name: `${not}${random.pick(['and', 'or'])}`, value: `(${members.join(',')})` }
}

/** Compares a column with a value of the film. */
function randomComparison(random: Random, film: OfflineFilm, isQuoted: boolean): [string, string] {
  const quote = (value: string | number) => (isQuoted ? quoteFilterValue(value) : String(value))
  const operator = random.pick(['eq', 'neq', 'gt', 'gte', 'lt', 'lte'])
  const number = random.pick(NUMBERS)
  const ordered = random.pick(ORDERED_TEXTS)
  const text = random.pick([...ORDERED_TEXTS, ...TEXTS])
  const flag = random.pick(FLAGS)
  const word = random.pick((film[text] ?? 'zardoz').split(' '))
  return random.pick<[string, string]>([
    [number, `${operator}.${quote(film[number] ?? 1950)}`],
    [number, `in.(${[film[number] ?? 1950, 2, 3].map(quoteFilterValue).join(',')})`],
    [number, 'in.()'],
    [ordered, `${operator}.${quote(film[ordered] ?? 'Japan')}`],
    [text, `in.(${[film[text] ?? 'Japan', 'x, "y"'].map(quoteFilterValue).join(',')})`],
    [text, `${random.pick(['eq', 'neq'])}.${quote(film[text] ?? 'Japan')}`],
    [
      text,
      `like.${quote(random.pick([`*${word}*`, `${word}*`, `*${word.replace(/^./u, '_')}`, `*${word}_*`]))}`,
    ],
    [flag, `${random.pick(['eq', 'neq', 'is'])}.${random.chance(0.5)}`],
    [random.pick([number, text, flag, 'aliases']), `is.${random.pick(['null', 'not_null'])}`],
  ])
}

function direction(random: Random): string {
  return random.pick(['', '.asc', '.desc']) + random.pick(['', '', '.nullsfirst', '.nullslast'])
}
