import { Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/form/button.tsx'
import { type Import, undoableUntil } from './commit-import.ts'
import styles from './import-result.module.css'
import type { Written } from './use-commit.ts'

interface Props {
  commit: Written
  titles: number
  /** What was left out, as a sentence. */
  left: string
  /** A link to what was imported. */
  profile: ReactNode
  onUndo: () => void
  onDownload?: (() => void) | undefined
  onNext: () => void
}

/** What an import did, with the way back. */
export function ImportResult({
  commit: { made, undo },
  titles,
  left,
  profile,
  onUndo,
  onDownload,
  onNext,
}: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isUndone = undo.status === 'undone'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heading changes
  useEffect(() => {
    // The focus alone would leave the heading behind the header of the page.
    scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [isUndone])

  return (
    <section className={styles.result}>
      <h1 ref={heading} tabIndex={-1} className={styles.heading}>
        {isUndone ? 'It is taken back.' : `${count(titles, 'title is', 'titles are')} in.`}
      </h1>
      <p className={styles.text} role="status">
        {isUndone ? undone(undo.removed, marksOf(made)) : `${done(made)} ${left}`}
      </p>
      <div className={styles.buttons}>
        {isUndone ? (
          <Button look="solid" onClick={onNext}>
            Import again
          </Button>
        ) : (
          <>
            {profile}
            <Button
              aria-disabled={undo.status === 'undoing'}
              onClick={() => undo.status === 'undoing' || onUndo()}
            >
              <Undo2 aria-hidden="true" strokeWidth={1.75} />
              {undo.status === 'undoing' ? 'Taking it back...' : 'Take it back'}
            </Button>
            <p className={styles.hint}>
              {undo.status === 'idle' && undo.failure !== undefined
                ? `${undo.failure} Nothing was taken back.`
                : `You can until ${day(undoableUntil(made))}: all is as it was before, and what you changed since stays.`}
            </p>
          </>
        )}
      </div>
      {!isUndone && (
        <div className={styles.links}>
          {onDownload && left !== '' && (
            <button type="button" onClick={onDownload}>
              Download the rows left out
            </button>
          )}
          <button type="button" onClick={onNext}>
            Import more
          </button>
        </div>
      )}
    </section>
  )
}

/** What an import added: `12 discs, 288 films watched, 3 on the wishlist.` */
export function done({ formats, watched, wishlisted }: Import): string {
  const parts = [
    ...(formats > 0 ? [count(formats, 'disc', 'discs')] : []),
    ...(watched > 0 ? [`${watched.toLocaleString('en')} newly watched`] : []),
    ...(wishlisted > 0 ? [`${wishlisted.toLocaleString('en')} new on the wishlist`] : []),
  ]
  return parts.length > 0 ? `${parts.join(', ')}.` : 'Everything was there already.'
}

function undone(removed: number, set: number): string {
  const kept = set - removed
  const stays =
    kept > 0
      ? ` ${count(kept, 'mark stays', 'marks stay')}, because you changed ${kept === 1 ? 'it' : 'them'} since.`
      : ''
  return `${count(removed, 'mark is', 'marks are')} removed again.${stays}`
}

function marksOf({ formats, watched, wishlisted }: Import): number {
  return formats + watched + wishlisted
}

function count(many: number, one: string, more: string): string {
  return `${many.toLocaleString('en')} ${many === 1 ? one : more}`
}

export function day(date: Date): string {
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })
}
