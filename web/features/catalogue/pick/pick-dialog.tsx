import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { Dices, X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { formatCount } from '../../../../domain/film/format-count.ts'
import { Button } from '../../../ui/button/button.tsx'
import { useBrowserLayoutEffect } from '../../../ui/use-browser-layout-effect.ts'
import { useIsHydrated } from '../../../ui/use-is-hydrated.ts'
import { chipsOf } from '../filters/filter-texts.ts'
import { setTitlesQuery } from '../filters/sets-query.ts'
import { filtersOf, formatOfFilter, isSearch, type View } from '../toolbar/view.ts'
import styles from './pick-dialog.module.css'
import { closePicked } from './pick-in-address.ts'
import { reasonForNone } from './pick-texts.ts'
import { storeSeen } from './seen-films.ts'
import type { None, Picking } from './use-pick.ts'

interface Props extends Picking {
  view: View
  /** What decides which films are in the list. */
  criteria: string
  withMarks: boolean
  /** The number of films in the list; undefined until it is known. */
  total: number | undefined
  renderPicked: (spine: number, parts: PickedParts) => ReactNode
}

/** The parts of the dialog that depend on the list. */
export interface PickedParts {
  /** From how many titles it was picked, once that is known. */
  outOf: string | undefined
  another: ReactNode
}

/**
 * The film that was picked, or why there is none. Without a script it is open in the page that the server rendered, and
 * its cross is a link; the script makes it modal.
 */
export function PickDialog(props: Props) {
  const router = useRouter()
  const { picked, criteria, forget } = props
  const spine = picked && 'spine' in picked ? picked.spine : undefined

  // Also a film that was not picked here, but was in the address.
  useEffect(() => {
    if (spine !== undefined) storeSeen(criteria, spine)
  }, [criteria, spine])

  function close() {
    forget()
    closePicked(router)
  }

  return picked && <Modal {...props} picked={picked} onClose={close} />
}

function Modal(props: Props & { picked: NonNullable<Props['picked']>; onClose: () => void }) {
  const { picked, total, isPicking, pick, onClose, renderPicked } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const isHydrated = useIsHydrated()

  useBrowserLayoutEffect(() => {
    const { current } = dialog
    if (!current) return
    // An open dialog cannot become modal.
    current.removeAttribute('open')
    current.showModal()
    // Gives the focus back before the element is removed.
    return () => current.close()
  }, [])

  function closeFromOutside({ target, currentTarget }: MouseEvent) {
    if (target === currentTarget) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, too
    <dialog
      ref={dialog}
      open
      className={styles.dialog}
      aria-labelledby="picked"
      onClick={closeFromOutside}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.slip} aria-live="polite" aria-busy={isPicking}>
        {'none' in picked ? (
          <Nothing {...props} none={picked.none} />
        ) : (
          renderPicked(picked.spine, {
            outOf: outOf(total),
            another: isHydrated && total !== 1 && (
              <Button aria-disabled={isPicking} onClick={pick}>
                <Dices aria-hidden="true" strokeWidth={1.75} />
                Another one
              </Button>
            ),
          })
        )}
        <Link
          to="."
          search={(search: object) => ({ ...search, pick: undefined })}
          className={styles.close}
          aria-label="Close"
          activeOptions={{ exact: true }}
          onClick={(event) => {
            event.preventDefault()
            onClose()
          }}
        >
          <X aria-hidden="true" strokeWidth={1.75} />
        </Link>
      </div>
    </dialog>
  )
}

function outOf(total: number | undefined): string | undefined {
  if (!total) return undefined
  return total === 1 ? 'The only title' : `Out of ${formatCount(total)} titles`
}

function Nothing({ view, withMarks, none, pick, onClose }: Props & { none: None; onClose: () => void }) {
  const filters = filtersOf(view)
  const { data: titles } = useQuery({ ...setTitlesQuery(), enabled: filters.sets.length > 0 })
  const chips = chipsOf(filters, withMarks, (set) => titles?.[set])
  const format = formatOfFilter(view.format)
  const reason = reasonForNone(none, {
    q: isSearch(view) ? view.q : '',
    labels: chips.map(({ label }) => label),
    format,
  })
  return (
    <div className={styles.none}>
      <h2 id="picked" className={styles.heading}>
        {none === 'no film' ? 'There is nothing to pick.' : 'Nothing could be picked.'}
      </h2>
      <p>{reason}</p>
      {none === 'unreadable' ? (
        <Button look="solid" onClick={pick}>
          Try again
        </Button>
      ) : (
        <Button look="solid" onClick={onClose}>
          Back to the list
        </Button>
      )}
    </div>
  )
}
