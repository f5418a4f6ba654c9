import { Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatCount } from '../../../domain/film/format-count.ts'
import { listText } from '../../../domain/list-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextButton } from '../../ui/button/text-button.tsx'
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
        {isUndone ? 'The import is taken back.' : `${count(titles, 'title is', 'titles are')} imported.`}
      </h1>
      <p className={styles.text} role="status">
        {isUndone ? undone(undo.removed, made) : `${done(made)} ${left}`}
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
                : `You can take it back until ${day(undoableUntil(made))}. What you changed since then stays.`}
            </p>
          </>
        )}
      </div>
      {!isUndone && (
        <div className={styles.links}>
          {onDownload && left !== '' && (
            <TextButton onClick={onDownload}>Download the rows left out</TextButton>
          )}
          <TextButton onClick={onNext}>Import more</TextButton>
        </div>
      )}
    </section>
  )
}

/** What an import added: `12 discs, 288 newly watched, 3 new on the wishlist, 40 viewings.` */
export function done(made: Import): string {
  const { formats, watched, wishlisted } = made
  const parts = [
    ...(formats > 0 ? [count(formats, 'disc', 'discs')] : []),
    ...(watched > 0 ? [`${formatCount(watched)} newly watched`] : []),
    ...(wishlisted > 0 ? [`${formatCount(wishlisted)} new on the wishlist`] : []),
    ...detailsOf(made),
  ]
  return parts.length > 0 ? `${parts.join(', ')}.` : 'Everything was there already.'
}

function detailsOf({ copies, viewings }: Import): string[] {
  return [
    ...(copies > 0 ? [count(copies, 'copy', 'copies')] : []),
    ...(viewings > 0 ? [count(viewings, 'viewing', 'viewings')] : []),
  ]
}

/** What an undo removed, and how many entries stay because the person has changed them since. */
export function undone(removed: number, made: Import): string {
  const { formats, watched, wishlisted, copies, viewings } = made
  const marks = formats + watched + wishlisted
  const kept = marks + copies + viewings - removed
  if (kept === 0) {
    const all = [...(marks > 0 ? [count(marks, 'mark', 'marks')] : []), ...detailsOf(made)]
    return `${all.length > 0 ? listText(all) : '0 marks'} ${removed === 1 ? 'is' : 'are'} removed again.`
  }
  const stays = `${count(kept, 'entry stays', 'entries stay')}, because you changed ${kept === 1 ? 'it' : 'them'} since.`
  return `${count(removed, 'entry is', 'entries are')} removed again. ${stays}`
}

function count(many: number, one: string, more: string): string {
  return `${formatCount(many)} ${many === 1 ? one : more}`
}

export function day(date: Date): string {
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })
}
