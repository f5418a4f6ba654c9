import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PATHS } from '../../../../domain/paths.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { BlankCase } from '../../../ui/disc/blank-case.tsx'
import type { HistorySearch } from '../history-search.ts'
import { byDay } from './days.ts'
import type { Entry } from './entry.ts'
import { EntryRow } from './entry-row.tsx'
import styles from './history-list.module.css'
import { historyQuery } from './history-query.ts'

interface Props {
  userId: string
  search: HistorySearch
}

/** The history that the address selects, day by day. */
export function HistoryList({ userId, search }: Props) {
  const query = useInfiniteQuery(historyQuery(userId, search))
  const { data, isError, isFetching, isPlaceholderData, hasNextPage, fetchNextPage, refetch } = query

  if (!data) {
    return isError && !isFetching ? (
      <Message sentence="The history could not be loaded." plate="?">
        <Button look="solid" onClick={() => refetch()}>
          Try again
        </Button>
      </Message>
    ) : (
      <p className={styles.loading}>Loading...</p>
    )
  }

  const entries = withoutRepetition(data.pages.flatMap((page) => page.entries))
  if (entries.length === 0) {
    return (
      <Message sentence={emptyMessage(search)} plate="0">
        {search.q !== undefined && (
          <ButtonLink to={PATHS.adminHistory} look="solid">
            Clear search
          </ButtonLink>
        )}
      </Message>
    )
  }

  const spines = new Map(data.pages.flatMap((page) => page.spines))
  const sets = new Set(data.pages.flatMap((page) => page.sets))
  const absent = lastDeletions(entries, spines, sets)
  return (
    <div className={isPlaceholderData ? styles.stale : undefined} aria-busy={isPlaceholderData}>
      {byDay(entries).map(({ heading, entries }) => (
        <section key={heading} className={styles.day} aria-label={heading}>
          <h2 className={styles.heading}>{heading}</h2>
          <ol className={styles.entries}>
            {entries.map((entry) => (
              <EntryRow
                key={entry.id}
                entry={entry}
                spine={entry.kind === 'film' ? spines.get(entry.filmId) : undefined}
                canRestore={absent.has(entry.id)}
                search={search}
              />
            ))}
          </ol>
        </section>
      ))}
      <div className={styles.foot}>
        <p role="status">
          {query.isFetchNextPageError && !isFetching && 'The earlier entries could not be loaded.'}
        </p>
        {hasNextPage && (
          <Button
            aria-disabled={isFetching}
            onClick={() => isFetching || fetchNextPage({ cancelRefetch: false })}
          >
            {query.isFetchingNextPage ? 'Loading...' : query.isFetchNextPageError ? 'Try again' : 'Load more'}
          </Button>
        )}
      </div>
    </div>
  )
}

function Message({ sentence, plate, children }: { sentence: string; plate: string; children?: ReactNode }) {
  return (
    <div className={styles.message}>
      <BlankCase plate={plate} />
      <div>
        <p className={styles.sentence} role="status">
          {sentence}
        </p>
        {children}
      </div>
    </div>
  )
}

function emptyMessage({ q, film, update }: HistorySearch): string {
  if (q) return `Nothing in the history matches “${q}”.`
  if (update) return 'This update does not exist.'
  if (film) return 'This film has not been changed since the history began.'
  return 'The catalogue has not been changed yet.'
}

/** An entry that is added between two pages moves the last one of a page to the next, so it comes twice. */
function withoutRepetition(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()]
}

/** The ids of the entries that are the latest deletion of a film or a set that is not in the catalogue. */
function lastDeletions(
  entries: readonly Entry[],
  films: ReadonlyMap<number, unknown>,
  sets: ReadonlySet<number>,
): Set<string> {
  const last = new Map<string, string>()
  for (const entry of entries) {
    if (entry.kind === 'update' || entry.operation !== 'deleted') continue
    const isPresent = entry.kind === 'film' ? films.has(entry.filmId) : sets.has(entry.setId)
    const subject = entry.kind === 'film' ? `film ${entry.filmId}` : `set ${entry.setId}`
    if (!isPresent && !last.has(subject)) last.set(subject, entry.id)
  }
  return new Set(last.values())
}
