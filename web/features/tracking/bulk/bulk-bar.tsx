import { Bookmark, Eye, type LucideIcon, X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { formatCount } from '../../../../domain/film/format-count.ts'
import { FORMAT_LABELS, FORMATS } from '../../../../domain/film/formats.ts'
import type { Mark } from '../../../../domain/tracking/marks.ts'
import styles from './bulk-bar.module.css'
import type { BulkFilm, BulkState } from './bulk-changes.ts'
import { useBulkMarks } from './use-bulk-marks.ts'

interface Props {
  /** The selected films. */
  films: readonly BulkFilm[]
  /** The number of films in the whole list. */
  total: number
  userId: string
  onSelectAll: () => void
  onClear: () => void
  onSignedOut: () => void
}

const LISTS: readonly { mark: 'wishlist' | 'watched'; label: string; icon: LucideIcon }[] = [
  { mark: 'wishlist', label: 'Wishlist', icon: Bookmark },
  { mark: 'watched', label: 'Watched', icon: Eye },
]

/** What can be done with all selected films. A mark that all have is taken away. */
export function BulkBar({ films, total, userId, onSelectAll, onClear, onSignedOut }: Props) {
  const { stateOf, toggle } = useBulkMarks(userId, films, onSignedOut)
  const count = films.length
  useRaisedToasts(count > 0)

  return (
    <section className={styles.region} aria-label="Selected titles">
      {/* Always in the page, because a screen reader announces only changes of a status that is there already. */}
      <p className="visually-hidden" role="status">
        {count > 0 && `${formatCount(count)} selected`}
      </p>
      {count > 0 && (
        <div className={styles.bar}>
          <p className={styles.count} aria-hidden="true">
            <span className={styles.number}>{formatCount(count)}</span> selected
          </p>
          {count < total && (
            <button
              type="button"
              className={styles.all}
              aria-label={`Select all ${formatCount(total)} titles`}
              onClick={onSelectAll}
            >
              All {formatCount(total)}
            </button>
          )}
          <div className={styles.formats}>
            <span aria-hidden="true">Own on</span>
            {FORMATS.map((mark) => (
              <BulkButton
                key={mark}
                mark={mark}
                state={stateOf(mark)}
                label={`Own the selected titles on ${FORMAT_LABELS[mark]}`}
                className={styles.ticket}
                onToggle={toggle}
              >
                {FORMAT_LABELS[mark]}
              </BulkButton>
            ))}
          </div>
          <div className={styles.lists}>
            {LISTS.map(({ mark, label, icon: Icon }) => (
              <BulkButton
                key={mark}
                mark={mark}
                state={stateOf(mark)}
                label={`${label}: the selected titles`}
                className={styles.list}
                onToggle={toggle}
              >
                <Icon aria-hidden="true" strokeWidth={1.75} />
                {label}
              </BulkButton>
            ))}
          </div>
          <button type="button" className={styles.clear} aria-label="Clear the selection" onClick={onClear}>
            <X aria-hidden="true" strokeWidth={1.75} />
          </button>
        </div>
      )}
    </section>
  )
}

interface ButtonProps {
  mark: Mark
  state: BulkState | undefined
  label: string
  className: string | undefined
  onToggle: (mark: Mark) => void
  children: ReactNode
}

function BulkButton({ mark, state, label, className, onToggle, children }: ButtonProps) {
  const isImpossible = !state || state.possible === 0
  const isPressed = state && state.marked > 0 && (state.marked === state.possible ? true : 'mixed')
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-pressed={isPressed || false}
      aria-disabled={isImpossible}
      onClick={() => isImpossible || onToggle(mark)}
    >
      {children}
    </button>
  )
}

/** Keeps toasts above the bar. */
function useRaisedToasts(isOpen: boolean): void {
  useEffect(() => {
    document.documentElement.toggleAttribute('data-bulk-bar', isOpen)
    return () => document.documentElement.removeAttribute('data-bulk-bar')
  }, [isOpen])
}
