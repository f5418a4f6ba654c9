import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { FilmSet } from '../../../domain/film/sets.ts'
import { deferredComponent } from '../../app/deferred-component.tsx'
import { SetCases } from '../../features/film/sets/set-cases.tsx'
import { setsQuery } from '../../features/film/sets/set-query.ts'
import { Button } from '../../ui/button/button.tsx'
import styles from './film-page.module.css'
import { SetContents, SetSentence } from './set-contents.tsx'

const OwnSetCases = deferredComponent(() => import('./own-film-marks.tsx').then((marks) => marks.OwnSetCases))

interface Props {
  film: { spine: number }
  userId: string | undefined
}

/** The sets that a film is in, with what a person owns of them, or the films in it if it is a set. */
export function FilmSets({ film: { spine }, userId }: Props) {
  const { data: sets, isError, isFetching, refetch } = useQuery(setsQuery(spine))
  if (sets)
    return sets.map((set) =>
      set.spine === spine ? (
        <SetContents key={set.id} set={set} userId={userId} />
      ) : (
        <InSet key={set.id} set={set} spine={spine} userId={userId} />
      ),
    )
  if (!isError) return null
  return (
    <div className={styles.unreadable}>
      <p role="status">The box sets could not be loaded.</p>
      <Button small aria-disabled={isFetching} onClick={() => isFetching || refetch()}>
        Try again
      </Button>
    </div>
  )
}

const NONE: ReadonlySet<number> = new Set()

function InSet({ set, spine, userId }: { set: FilmSet; spine: number; userId: string | undefined }) {
  const sentence = <SetSentence set={set} userId={userId} />
  const visitors = (
    <SetCases set={set} current={spine} owned={NONE}>
      {sentence}
    </SetCases>
  )
  if (userId === undefined) return visitors
  return (
    <Suspense fallback={visitors}>
      <OwnSetCases set={set} current={spine} userId={userId}>
        {sentence}
      </OwnSetCases>
    </Suspense>
  )
}
