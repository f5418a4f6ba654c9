import { Fragment, useState } from 'react'
import { FORMAT_LABELS, FORMATS, type Format } from '../../../domain/film/formats.ts'
import { OutOfPrint } from '../../ui/page/out-of-print.tsx'
import { Ticket } from '../../ui/page/ticket.tsx'
import { toast } from '../../ui/toast/toast.ts'
import styles from './format-checks.module.css'
import { SIGNED_OUT } from './marks/mark-texts.ts'
import type { TrackedFilm } from './marks/marks.ts'
import { useIsMarked, useMark } from './marks/use-mark.ts'

type CheckedFilm = TrackedFilm &
  Record<Format | `${Format}_oop`, boolean> &
  // As the list was read; they are shown until the marks are loaded.
  Partial<Record<`owns_${Format}`, boolean>>

interface Props {
  film: CheckedFilm
  userId: string
  /** Shows which of the formats owned are out of print. */
  withOutOfPrint?: boolean
  /** Prints the formats that are not owned, too. */
  printsAll?: boolean
}

/**
 * One box for each format in which a film has been released, ticked if the person owns it. A format that the catalogue
 * no longer lists has a box as long as the person owns it.
 */
export function FormatChecks({ film, userId, withOutOfPrint = false, printsAll = false }: Props) {
  return (
    <div className={printsAll ? `${styles.checks} ${styles.printed}` : styles.checks}>
      {FORMATS.map((format) => (
        <Fragment key={format}>
          <FormatCheck
            film={film}
            format={format}
            userId={userId}
            isListed={film[format]}
            initially={film[`owns_${format}`]}
          />
          {withOutOfPrint && film[`${format}_oop`] && (
            <OwnedOutOfPrint film={film} format={format} userId={userId} />
          )}
        </Fragment>
      ))}
    </div>
  )
}

function OwnedOutOfPrint({ film, format, userId }: Props & { format: Format }) {
  const owned = useIsMarked(userId, film.id, format) ?? film[`owns_${format}`]
  return owned && <OutOfPrint />
}

interface CheckProps {
  film: TrackedFilm
  format: Format
  userId: string
  isListed: boolean
  outOfPrint?: boolean
  /** Whether it is ticked until the marks are loaded. */
  initially?: boolean | undefined
  /** The accessible name of the box. */
  label?: string
  tabIndex?: number | undefined
}

export function FormatCheck({
  film,
  format,
  userId,
  isListed,
  outOfPrint = false,
  initially = false,
  label: name,
  tabIndex,
}: CheckProps) {
  const [marked, toggle, queued] = useMark(userId, film, format, askToLogIn)
  const owned = marked ?? initially
  // A box that the keyboard unticks stays until it loses the focus; otherwise the focus would jump to the page's start.
  const [stays, setStays] = useState(false)
  if (!isListed && !owned && !stays) return null
  const label = FORMAT_LABELS[format]
  const check = (
    <label className={queued ? `${styles.check} ${styles.queued}` : styles.check}>
      <input
        type="checkbox"
        title={queued ? 'Not sent yet' : undefined}
        aria-label={
          isListed && name ? name : `${label} of ${film.title}${isListed ? '' : ', no longer listed'}`
        }
        tabIndex={tabIndex}
        checked={owned}
        disabled={marked === undefined}
        onChange={toggle}
        {...(!isListed && { onKeyDown: () => setStays(true), onBlur: () => setStays(false) })}
      />
      <Ticket printed={owned} outOfPrint={outOfPrint}>
        {isListed ? label : <s>{label}</s>}
      </Ticket>
    </label>
  )
  if (isListed) return check
  return (
    <div className={styles.unlisted}>
      {check}
      <span aria-hidden="true">no longer listed</span>
    </div>
  )
}

function askToLogIn() {
  toast({ ...SIGNED_OUT, destructive: true })
}
