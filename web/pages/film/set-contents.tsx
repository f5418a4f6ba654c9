import { Suspense } from 'react'
import type { FilmSet } from '../../../domain/film/sets.ts'
import { deferredComponent } from '../../app/deferred-component.tsx'
import { ReleasedFormats } from '../../features/film/card/released-formats.tsx'
import { SetList } from '../../features/film/sets/set-list.tsx'
import { filmsInSet } from '../../features/film/sets/set-texts.ts'
import { FormatChecksSkeleton } from '../../features/tracking/format-checks-skeleton.tsx'
import styles from './set-contents.module.css'

const FormatChecks = deferredComponent(() =>
  import('../lists/own-marks.tsx').then((marks) => marks.FormatChecks),
)
const MissingOfSet = deferredComponent(() =>
  import('./own-film-marks.tsx').then((marks) => marks.MissingOfSet),
)
const OwnedOfSet = deferredComponent(() => import('./own-film-marks.tsx').then((marks) => marks.OwnedOfSet))

interface Props {
  set: FilmSet
  /** The person who is signed in; undefined for a visitor. */
  userId: string | undefined
}

/** The films of a set, with the formats that a person owns of each. What is missing stands below, so that no row moves. */
export function SetContents({ set, userId }: Props) {
  return (
    <section className={styles.contents} aria-label={`Films in ${set.title}`}>
      <SetSentence set={set} userId={userId} />
      <SetList
        set={set}
        renderFormats={({ title, listed }) => {
          const film = { ...listed, title }
          if (userId === undefined) return <ReleasedFormats film={film} />
          return (
            <Suspense fallback={<FormatChecksSkeleton />}>
              <FormatChecks film={film} userId={userId} within={set.id} />
            </Suspense>
          )
        }}
      />
      {userId !== undefined && (
        <Suspense>
          <MissingOfSet set={set} userId={userId} className={styles.missing} />
        </Suspense>
      )}
    </section>
  )
}

/** How many films a set has, and how many of them the person owns. */
export function SetSentence({ set, userId }: Props) {
  const count = <p className={styles.sentence}>{filmsInSet(set)}</p>
  if (userId === undefined) return count
  return (
    <Suspense fallback={count}>
      <OwnedOfSet set={set} userId={userId} className={styles.sentence} />
    </Suspense>
  )
}
