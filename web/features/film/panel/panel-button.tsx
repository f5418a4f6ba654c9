import type { LucideIcon } from 'lucide-react'
import type { MouseEvent } from 'react'
import styles from './panel-button.module.css'

interface Props {
  icon: LucideIcon
  label: string
  disabled?: boolean
  onClick: (event: MouseEvent<HTMLButtonElement>) => void
}

/** One row of the action panel. */
export function PanelButton({ icon: Icon, label, disabled = false, onClick }: Props) {
  return (
    <button type="button" className={styles.button} disabled={disabled} onClick={onClick}>
      <Icon aria-hidden="true" strokeWidth={1.75} />
      {label}
    </button>
  )
}
