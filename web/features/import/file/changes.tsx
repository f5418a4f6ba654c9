import { ArrowRight } from 'lucide-react'
import { formatCount } from '../../../../domain/film/format-count.ts'
import { FORMAT_NAMES } from '../../../../domain/film/formats.ts'
import type { Plan } from '../../../../domain/import/plan/plan.ts'
import type { Films } from '../catalogue-query.ts'
import { Step } from '../step.tsx'
import styles from './changes.module.css'

/** The rows that every import shows, even if they do not change. */
const LISTS = { watched: 'Watched', owned: 'Owned', wishlist: 'Wishlist' } as const
const DETAILS = { copies: 'Copies', viewings: 'Viewings', ratings: 'Ratings' } as const
const NAMES = { ...LISTS, ...DETAILS }
const SHOWN_REFUSED = 12

/** What an import changes: now and after. */
export function Changes({ plan, films }: { plan: Plan; films: Films }) {
  const { totals, refused } = plan
  const shown = (Object.keys(NAMES) as (keyof typeof NAMES)[]).filter(
    (name) => name in LISTS || totals[name].after > 0,
  )
  return (
    <Step
      heading="What changes"
      text="An import only adds: nothing you have entered here is removed or overwritten."
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">List</span>
            </th>
            <th scope="col">Now</th>
            <th scope="col">After</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {shown.map((list) => {
            const { before, after, already } = totals[list]
            const added = after - before
            const stays = added === 0
            return (
              <tr key={list} className={stays ? styles.stays : undefined}>
                <th scope="row">{NAMES[list]}</th>
                <td>{formatCount(before)}</td>
                <td>
                  {!stays && (
                    <>
                      <ArrowRight aria-hidden="true" strokeWidth={1.75} />
                      <strong>{formatCount(after)}</strong>
                    </>
                  )}
                </td>
                <td className={styles.words}>{words(added, already, list in LISTS)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {refused.length > 0 && (
        <p className={styles.refused}>
          Left out, because the film was never released in this format:{' '}
          {refused
            .slice(0, SHOWN_REFUSED)
            .map(({ filmId, format }) => `${films.get(filmId)?.title} on ${FORMAT_NAMES[format]}`)
            .join(', ')}
          {refused.length > SHOWN_REFUSED && ` and ${formatCount(refused.length - SHOWN_REFUSED)} more`}.
        </p>
      )}
    </Step>
  )
}

function words(added: number, already: number, isList: boolean): string {
  const addedText = isList ? titles(added) : `${formatCount(added)} ${added === 1 ? 'is' : 'are'}`
  const there = `${formatCount(already)} ${isList ? 'marked' : 'noted'} already`
  if (added === 0 && already === 0) return 'stays'
  if (added === 0) return there
  return already > 0 ? `${addedText} new, ${there}` : `${addedText} new`
}

function titles(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'title is' : 'titles are'}`
}
