import { FORMAT_LABELS, FORMATS, type Format } from '../../../domain/formats.ts'
import { Ticket } from '../../ui/ticket.tsx'
import { toast } from '../../ui/toast.ts'
import type { TrackedFilm } from './change-mark.ts'
import styles from './format-checks.module.css'
import { useMark } from './use-mark.ts'

interface Props {
  film: TrackedFilm & Record<Format, boolean>
  userId: string
}

/** One box for each format a film has been released in: ticked when the person owns it. */
export function FormatChecks({ film, userId }: Props) {
  return (
    <div className={styles.checks}>
      {FORMATS.filter((format) => film[format]).map((format) => (
        <FormatCheck key={format} film={film} format={format} userId={userId} />
      ))}
    </div>
  )
}

function FormatCheck({ film, format, userId }: { film: TrackedFilm; format: Format; userId: string }) {
  const [owned, toggle, unsent] = useMark(userId, film, format, askToLogIn)
  return (
    <label className={unsent ? `${styles.check} ${styles.unsent}` : styles.check}>
      <input
        type="checkbox"
        title={unsent ? 'Not sent yet' : undefined}
        aria-label={`${FORMAT_LABELS[format]} of ${film.title}`}
        checked={owned ?? false}
        disabled={owned === undefined}
        onChange={toggle}
      />
      <Ticket printed={owned ?? false}>{FORMAT_LABELS[format]}</Ticket>
    </label>
  )
}

function askToLogIn() {
  toast({
    title: 'Authentication required',
    description: 'Please log in to track your collection',
    destructive: true,
  })
}
