import { formatCount } from '../../../../../domain/film/format-count.ts'
import { filmsInWords } from '../../history/films-in-words.ts'
import type { RevertOutcome } from '../../history/revert-outcome.ts'
import type { FilmChange } from '../comparison/comparison.ts'
import type { Outcome } from './write-changes.ts'

const SHOWN = 60

/** How many films were updated, and how many were not. */
export function outcomeInWords({ written, left, certain }: Outcome): string {
  const done = `${filmsInWords(written.length)} ${wereOf(written.length)} updated`
  if (left.length === 0) return `${done}.`
  const rest = formatCount(left.length)
  if (certain) return `${done}, ${rest} ${wereOf(left.length)} not.`
  return `${done}; of ${rest} more it is not known.`
}

/** Why films are left, and what to do. */
export function reasonsOf({ failures, certain, left }: Outcome): string[] {
  const reasons = failures.map(({ sentence }) => sentence)
  // There is nothing to try again before somebody has looked.
  if (isOvertaken({ failures })) return reasons
  return [
    ...reasons,
    certain
      ? `Trying again writes only what is left.`
      : `Nothing is written twice: trying again finds out what became of ${left.length === 1 ? 'it' : 'them'}.`,
  ]
}

/** Whether somebody else changed films meanwhile, so that the file must be compared anew. */
export function isOvertaken({ failures }: Pick<Outcome, 'failures'>): boolean {
  return failures.some(({ code }) => code === 'PT409')
}

export function spinesInWords(left: readonly FilmChange[]): string {
  const runs = runsOf(left.map(({ spine }) => spine))
  const shown = runs
    .slice(0, SHOWN)
    .map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
  const more = runs.length - shown.length
  const list = new Intl.ListFormat('en').format(more > 0 ? [...shown, 'others'] : shown)
  return `${left.length === 1 ? 'Left is spine' : 'Left are the spines'} ${list}.`
}

/** Numbers that follow each other, as the first and the last of them. */
function runsOf(spines: readonly number[]): [first: number, last: number][] {
  const runs: [number, number][] = []
  for (const spine of spines) {
    const run = runs.at(-1)
    if (run?.[1] === spine - 1) run[1] = spine
    else runs.push([spine, spine])
  }
  return runs
}

/** How many films a revert brought back to what they were. */
export function revertInWords({ reverted }: RevertOutcome): string {
  if (reverted === 0) return 'Nothing was taken back.'
  return `${filmsInWords(reverted)} ${reverted === 1 ? 'is' : 'are'} as before the update.`
}

/** Which films a revert left alone. */
export function overtakenInWords({ overtaken }: RevertOutcome): string | undefined {
  if (overtaken.length === 0) return undefined
  const names = overtaken.slice(0, SHOWN).map(({ spine, title }) => `${title} (${spine})`)
  const more = overtaken.length - names.length
  const list = new Intl.ListFormat('en').format(more > 0 ? [...names, `${more} more`] : names)
  return `Changed, deleted or taken back by someone since, and left alone: ${list}.`
}

function wereOf(count: number): string {
  return count === 1 ? 'was' : 'were'
}
