import type { LucideIcon } from 'lucide-react'
import styles from './panel-button.module.css'

interface Props {
  icon: LucideIcon
  label: string
  onClick: () => void
}

/** One row of the action panel. */
export function PanelButton({ icon: Icon, label, onClick }: Props) {
  return (
    <button type="button" className={styles.button} onClick={onClick}>
      <Icon aria-hidden="true" strokeWidth={1.75} />
      {label}
    </button>
  )
}
