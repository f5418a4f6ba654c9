import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount } from '../../../domain/film/format-count.ts'
import { profileTitle } from '../../../domain/page-titles.ts'
import {
  COMPARISON_ROUTE,
  PATHS,
  type PROFILE_ROUTE,
  PROGRESS_ROUTE,
  profilePath,
} from '../../../domain/paths.ts'
import { BackLink } from '../../ui/link/back-link.tsx'
import styles from './profile-heading.module.css'
import type { ProfileCounts } from './profile-query.ts'

interface Props {
  username: string
  title: string
  /** Counts over the whole catalogue, regardless of the search; undefined while they load or are not shown. */
  counts: Pick<ProfileCounts, 'catalogue' | 'catalogue_owned'> | undefined
  /** A note for the owner only. */
  note?: ReactNode
  /** The heading of the progress page, with what else it counts. */
  progress?: { figures: readonly string[] } | undefined
  /** Whether the reader may see the progress page, which this one then links to. */
  hasProgress?: boolean
  /** The name of the reader, with whom the person can be compared. */
  comparedWith?: string | undefined
}

/** The title of a profile, and how many titles of the catalogue the person owns, as text and as a bar. */
export function ProfileHeading({
  username,
  title,
  counts,
  note,
  progress,
  hasProgress = false,
  comparedWith,
}: Props) {
  const figures = counts?.catalogue_owned == null ? undefined : { ...counts, owned: counts.catalogue_owned }
  return (
    <div className={styles.heading}>
      <div className={styles.ways}>
        {progress ? (
          <BackLink to={profilePath(username) as typeof PROFILE_ROUTE}>
            {profileTitle(username, true)}
          </BackLink>
        ) : (
          <BackLink to={PATHS.home}>Back to the collection</BackLink>
        )}
        {comparedWith !== undefined && (
          <Link to={COMPARISON_ROUTE} params={{ username, other: comparedWith }} className={styles.compare}>
            Compare<span> with yours</span>
          </Link>
        )}
      </div>
      <h1 className={styles.name}>{title}</h1>
      <div className={styles.facts}>
        <p className={styles.figures}>{figures && sentence(figures)}</p>
        {progress?.figures.map((figure) => (
          <p key={figure} className={styles.figures}>
            {figure}
          </p>
        ))}
        {!progress && hasProgress && figures && (
          <Link to={PROGRESS_ROUTE} params={{ username }} className={styles.progress}>
            Progress
          </Link>
        )}
        {note}
      </div>
      <svg className={styles.measure} aria-hidden="true">
        {figures && <rect width={share(figures)} height="100%" />}
      </svg>
    </div>
  )
}

interface Figures {
  catalogue: number
  owned: number
}

function sentence({ catalogue, owned }: Figures): string {
  return `${formatCount(owned)} of ${formatCount(catalogue)} ${catalogue === 1 ? 'title' : 'titles'} owned`
}

function share({ catalogue, owned }: Figures): string {
  return `${catalogue === 0 ? 0 : (100 * owned) / catalogue}%`
}
