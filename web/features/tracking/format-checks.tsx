import { useState } from 'react'
import { FORMAT_LABELS, FORMATS, type Format } from '../../../domain/film/formats.ts'
import { Ticket } from '../../ui/page/ticket.tsx'
import { toast } from '../../ui/toast/toast.ts'
import styles from './format-checks.module.css'
import type { TrackedFilm } from './marks/change-mark.ts'
import { useMark } from './marks/use-mark.ts'

interface Props {
  film: TrackedFilm & Record<Format, boolean>
  userId: string
}

/**
 * One box for each format a film has been released in, ticked when the person owns it; and for each that the catalogue
 * no longer lists, as long as the person owns it.
 */
export function FormatChecks({ film, userId }: Props) {
  return (
    <div className={styles.checks}>
      {FORMATS.map((format) => (
        <FormatCheck key={format} film={film} format={format} userId={userId} isListed={film[format]} />
      ))}
    </div>
  )
}

interface CheckProps {
  film: TrackedFilm
  format: Format
  userId: string
  isListed: boolean
}

function FormatCheck({ film, format, userId, isListed }: CheckProps) {
  const [owned, toggle, unsent] = useMark(userId, film, format, askToLogIn)
  // Unticked by the keyboard it stays until the focus leaves it, or the keyboard would lose its place in the page.
  const [isHeld, setIsHeld] = useState(false)
  if (!isListed && !owned && !isHeld) return null
  const label = FORMAT_LABELS[format]
  const check = (
    <label className={unsent ? `${styles.check} ${styles.unsent}` : styles.check}>
      <input
        type="checkbox"
        title={unsent ? 'Not sent yet' : undefined}
        aria-label={`${label} of ${film.title}${isListed ? '' : ', no longer listed'}`}
        checked={owned ?? false}
        disabled={owned === undefined}
        onChange={toggle}
        {...(!isListed && { onKeyDown: () => setIsHeld(true), onBlur: () => setIsHeld(false) })}
      />
      <Ticket printed={owned ?? false}>{isListed ? label : <s>{label}</s>}</Ticket>
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
  toast({
    title: 'Authentication required',
    description: 'Please log in to track your collection',
    destructive: true,
  })
}
