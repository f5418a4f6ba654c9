import type { ReactNode } from 'react'
import { formatCount } from '../../../../domain/film/format-count.ts'
import { comparisonTitle, profileTitle } from '../../../../domain/page-titles.ts'
import { type PROFILE_ROUTE, profilePath } from '../../../../domain/paths.ts'
import { BackLink } from '../../../ui/link/back-link.tsx'
import styles from '../profile-heading.module.css'
import type { Comparison } from './comparison-query.ts'

interface Props {
  one: string
  other: string
  /** Undefined while it loads. */
  comparison: Comparison | undefined
  note: ReactNode
}

/** The title of a comparison, and how many of the titles that either owns both own, as text and as a bar. */
export function ComparisonHeading({ one, other, comparison, note }: Props) {
  const figures = comparison && figuresOf(comparison)
  return (
    <div className={styles.heading}>
      <BackLink to={profilePath(one) as typeof PROFILE_ROUTE}>
        {profileTitle(one, comparison?.both_own != null)}
      </BackLink>
      <h1 className={styles.name}>{comparisonTitle(one, other)}</h1>
      <div className={styles.facts}>
        <p className={styles.figures}>
          {figures &&
            `${formatCount(figures.both)} of ${formatCount(figures.either)} ${figures.either === 1 ? 'title' : 'titles'} owned by both`}
        </p>
        {note}
      </div>
      <svg className={styles.measure} aria-hidden="true">
        {figures && figures.either > 0 && (
          <rect width={`${(100 * figures.both) / figures.either}%`} height="100%" />
        )}
      </svg>
    </div>
  )
}

function figuresOf({ both_own, only_one_owns, only_other_owns }: Comparison) {
  if (both_own === null || only_one_owns === null || only_other_owns === null) return undefined
  return { both: both_own, either: both_own + only_one_owns + only_other_owns }
}
