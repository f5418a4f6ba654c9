import type { LucideIcon } from 'lucide-react'
import dot from '../../../ui/disc/queued-dot.module.css'
import styles from './mark-toggle.module.css'

interface Props {
  icon: LucideIcon
  /** Whether the icon is filled while the mark is set. */
  fills?: boolean
  /** What the button does, or the state that it ends if the mark is set. */
  label: string
  marked?: boolean | undefined
  disabled?: boolean | undefined
  /** Whether the mark waits for a connection. */
  queued?: boolean
  onClick: () => void
}

/** A button that sets or removes a mark of a film, and shows whether it is set. */
export function MarkToggle({
  icon: Icon,
  fills = false,
  label,
  marked = false,
  disabled = false,
  queued = false,
  onClick,
}: Props) {
  return (
    <button
      type="button"
      className={marked ? `${styles.toggle} ${styles.marked}` : styles.toggle}
      disabled={disabled}
      title={queued ? 'Not sent yet' : undefined}
      onClick={onClick}
    >
      <span className={queued ? `${styles.icon} ${dot.queued}` : styles.icon}>
        <Icon className={fills ? styles.fills : undefined} aria-hidden="true" strokeWidth={1.75} />
      </span>
      {label}
      {marked && <span className="visually-hidden">(remove)</span>}
    </button>
  )
}
