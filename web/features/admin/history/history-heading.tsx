import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PATHS } from '../../../../domain/paths.ts'
import type { HistorySearch } from '../history-search.ts'
import { exactMomentOf, momentOf } from './days.ts'
import { changedInWords } from './films-in-words.ts'
import styles from './history-heading.module.css'
import { filmNameQuery, updateQuery } from './history-query.ts'
import { RevertUpdate } from './revert-update.tsx'

interface Props {
  userId: string
  search: HistorySearch
}

/** The heading of the page: all history, a search, one film or one update. */
export function HistoryHeading({ userId, search: { q, film, update } }: Props) {
  if (film !== undefined) return <FilmHeading userId={userId} film={film} />
  if (update !== undefined) return <UpdateHeading userId={userId} update={update} />
  return (
    <Heading title="History">
      {q ? <>Entries that match “{q}”.</> : 'Every change of the catalogue, latest first.'}
    </Heading>
  )
}

function FilmHeading({ userId, film }: { userId: string; film: number }) {
  const { data: name } = useQuery(filmNameQuery(userId, film))
  return (
    <Heading title={name ? `History of “${name.title}”` : 'History of a film'}>
      {name && `Spine ${name.spine}. `}
      <AllHistory />
    </Heading>
  )
}

function UpdateHeading({ userId, update }: { userId: string; update: string }) {
  const { data: entry } = useQuery(updateQuery(userId, update))
  return (
    <Heading title={entry ? entry.name : 'An update'} action={entry && <RevertUpdate entry={entry} />}>
      {entry && (
        <>
          {changedInWords(entry)}, by {entry.who},{' '}
          <time dateTime={entry.at} title={exactMomentOf(entry.at)}>
            {momentOf(entry.at)}
          </time>
          .{' '}
        </>
      )}
      <AllHistory />
    </Heading>
  )
}

function AllHistory() {
  return (
    <Link to={PATHS.adminHistory} search={{}}>
      See the whole history
    </Link>
  )
}

function Heading({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.heading}>
      <div>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{children}</p>
      </div>
      {action}
    </div>
  )
}
