import { Fragment, useState } from 'react'
import { FORMAT_LABELS, FORMATS, type Format } from '../../../domain/film/formats.ts'
import { InSets, inSets } from '../../ui/disc/in-sets.tsx'
import { OutOfPrint } from '../../ui/disc/out-of-print.tsx'
import dot from '../../ui/disc/queued-dot.module.css'
import { Ticket } from '../../ui/disc/ticket.tsx'
import { toast } from '../../ui/toast/toast.ts'
import styles from './format-checks.module.css'
import { SIGNED_OUT } from './marks/mark-texts.ts'
import type { TrackedFilm, TrackedSet } from './marks/marks.ts'
import { useIsMarked, useMark } from './marks/use-mark.ts'
import { useOwnedSets } from './sets/use-owned-sets.ts'

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
  /** The set on whose page this is, which is not named. */
  within?: number
}

/**
 * One box for each format in which a film has been released, ticked if the person owns it. A format that the catalogue
 * no longer lists has a box as long as the person owns it. The sets through which the person owns the film stand beside
 * the boxes: they come with the marks, and a line of their own would move what is below.
 */
export function FormatChecks({ film, userId, withOutOfPrint = false, printsAll = false, within }: Props) {
  const sets = useOwnedSets(userId, film.id)
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
            inSet={inSets(sets, format)}
          />
          {withOutOfPrint && film[`${format}_oop`] && (
            <OwnedOutOfPrint film={film} format={format} userId={userId} />
          )}
        </Fragment>
      ))}
      <InSets sets={sets.filter(({ id }) => id !== within)} />
    </div>
  )
}

function OwnedOutOfPrint({ film, format, userId }: Props & { format: Format }) {
  const owned = useIsMarked(userId, film.id, format) ?? film[`owns_${format}`]
  return owned && <OutOfPrint />
}

interface CheckProps {
  film: TrackedFilm | TrackedSet
  format: Format
  userId: string
  isListed: boolean
  outOfPrint?: boolean
  /** Whether it is ticked until the marks are loaded. */
  initially?: boolean | undefined
  /** The sets through which it is owned: `in The BRD Trilogy`; empty if there are none. */
  inSet?: string
  /** The accessible name of the box. */
  label?: string
  /** Names a format that is no longer listed by a tooltip, where there is no room for the words. */
  isBrief?: boolean
  tabIndex?: number | undefined
}

export function FormatCheck({
  film,
  format,
  userId,
  isListed,
  outOfPrint = false,
  initially = false,
  inSet = '',
  label: name,
  isBrief = false,
  tabIndex,
}: CheckProps) {
  const [marked, toggle, queued] = useMark(userId, film, format, askToLogIn)
  const owned = marked ?? initially
  // A box that the keyboard unticks stays until it loses the focus; otherwise the focus would jump to the page's start.
  const [stays, setStays] = useState(false)
  const label = FORMAT_LABELS[format]
  const ofTitle = `${label} of ${film.title}`
  const via = inSet && `, owned ${inSet}`
  if (!isListed && !owned && !stays) {
    // A set may have been released in a format in which the film was not.
    return inSet && <OwnedInSet label={label} name={`${ofTitle}${via}`} />
  }
  const classes = [styles.check, queued && dot.queued, inSet && styles.owned]
  const check = (
    <label className={classes.filter(Boolean).join(' ')}>
      <input
        type="checkbox"
        title={queued ? 'Not sent yet' : isListed || !isBrief ? undefined : 'No longer listed'}
        aria-label={`${isListed && name ? name : ofTitle}${isListed ? '' : ', no longer listed'}${via}`}
        tabIndex={tabIndex}
        checked={owned}
        disabled={marked === undefined}
        onChange={toggle}
        {...(!isListed && { onKeyDown: () => setStays(true), onBlur: () => setStays(false) })}
      />
      <Ticket printed={owned} inSet={inSet !== ''} outOfPrint={outOfPrint}>
        {isListed ? label : <s>{label}</s>}
      </Ticket>
    </label>
  )
  if (isListed || isBrief) return check
  return (
    <div className={styles.unlisted}>
      {check}
      <span aria-hidden="true">no longer listed</span>
    </div>
  )
}

function OwnedInSet({ label, name }: { label: string; name: string }) {
  return (
    <span className={styles.inSet}>
      <span className="visually-hidden">{name}</span>
      <span aria-hidden="true">
        <Ticket inSet>{label}</Ticket>
      </span>
    </span>
  )
}

function askToLogIn() {
  toast({ ...SIGNED_OUT, destructive: true })
}
