import type { ReactNode } from 'react'
import { formatCount } from '../../../domain/film/format-count.ts'
import { profileTitle } from '../../../domain/page-titles.ts'
import { PATHS } from '../../../domain/paths.ts'
import { BackLink } from '../../ui/page/back-link.tsx'
import styles from './profile-heading.module.css'
import type { ProfileCounts } from './profile-query.ts'

interface Props {
  username: string
  /** Counts over the whole catalogue, regardless of the search. */
  counts: Pick<ProfileCounts, 'catalogue' | 'catalogue_owned'> | undefined
  /** A note for the owner only. */
  note?: ReactNode
}

/** The person's name, and how many titles of the catalogue they own, as text and as a bar. */
export function ProfileHeading({ username, counts, note }: Props) {
  return (
    <div className={styles.heading}>
      <BackLink to={PATHS.home}>Back to the collection</BackLink>
      <h1 className={styles.name}>{profileTitle(username)}</h1>
      <div className={styles.facts}>
        <p className={styles.figures}>{counts && sentence(counts)}</p>
        {note}
      </div>
      <svg className={styles.measure} aria-hidden="true">
        {counts && <rect width={share(counts)} height="100%" />}
      </svg>
    </div>
  )
}

function sentence({ catalogue, catalogue_owned }: NonNullable<Props['counts']>): string {
  return `${formatCount(catalogue_owned)} of ${formatCount(catalogue)} ${catalogue === 1 ? 'title' : 'titles'} owned`
}

function share({ catalogue, catalogue_owned }: NonNullable<Props['counts']>): string {
  return `${catalogue === 0 ? 0 : (100 * catalogue_owned) / catalogue}%`
}
