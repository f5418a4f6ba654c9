import { atMost, type Goal } from '../../support/report.ts'
import type { Cost } from './cost.ts'
import { LINES } from './lines.ts'
import type { Watched } from './watch.ts'

const MAX_DELAY = 3

/** A request stays below its line, and one without a line below the lowest of them. */
export function costGoals(engine: string, costs: readonly Cost[]): Goal[] {
  const lowest = Math.min(...Object.values(LINES))
  return costs.flatMap(({ request: { name }, times }) => {
    const line = LINES[name]
    if (line !== undefined) return [atMost(`${engine}: ${name}, of a read of one row`, times, line, 'times')]
    const isNew = times > lowest
    return isNew
      ? [atMost(`${engine}: ${name} has no line, of a read of one row`, times, lowest, 'times')]
      : []
  })
}

/** A line of a request that there is no longer would hide its successor. */
export function unknownLines(costs: readonly Cost[]): Goal[] {
  const names = new Set(costs.map(({ request }) => request.name))
  return Object.keys(LINES)
    .filter((name) => !names.has(name))
    .map((name) => ({ goal: `${name} has a line and is not measured`, figure: '', met: false }))
}

/**
 * @param noise the bystander's p99 beside requests that do not use the database: two cores serve the server, its
 *   engine and both clients, so nothing can do better.
 */
export function bystanderGoal(engine: string, name: string, { idle, beside }: Watched, noise: number): Goal {
  const least = Math.max(MAX_DELAY * idle, noise)
  return atMost(
    `${engine}: a bystander beside fifty of ${name}, p99`,
    beside,
    Number(least.toPrecision(3)),
    'ms',
  )
}
