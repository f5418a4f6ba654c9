import { useState } from 'react'
import { FORMAT_LABELS, FORMATS, type Format } from '../../../domain/film/formats.ts'
import { Ticket } from '../../ui/page/ticket.tsx'
import { toast } from '../../ui/toast/toast.ts'
import styles from './format-checks.module.css'
import type { TrackedFilm } from './marks/marks.ts'
import { useMark } from './marks/use-mark.ts'

interface Props {
  film: TrackedFilm & Record<Format, boolean>
  userId: string
}

/**
 * One box for each format in which a film has been released, ticked if the person owns it. A format that the catalogue
 * no longer lists has a box as long as the person owns it.
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
  const [owned, toggle, queued] = useMark(userId, film, format, askToLogIn)
  // A box that the keyboard unticks stays until it loses the focus; otherwise the focus would jump to the page's start.
  const [stays, setStays] = useState(false)
  if (!isListed && !owned && !stays) return null
  const label = FORMAT_LABELS[format]
  const check = (
    <label className={queued ? `${styles.check} ${styles.queued}` : styles.check}>
      <input
        type="checkbox"
        title={queued ? 'Not sent yet' : undefined}
        aria-label={`${label} of ${film.title}${isListed ? '' : ', no longer listed'}`}
        checked={owned ?? false}
        disabled={owned === undefined}
        onChange={toggle}
        {...(!isListed && { onKeyDown: () => setStays(true), onBlur: () => setStays(false) })}
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
