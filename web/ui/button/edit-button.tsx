import { Pencil } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './edit-button.module.css'

/** A pencil that opens the form of a row. */
export function EditButton({
  label,
  ...rest
}: Omit<ComponentProps<'button'>, 'className'> & { label: string }) {
  return (
    <button type="button" {...rest} className={styles.button} aria-label={label}>
      <Pencil aria-hidden="true" strokeWidth={1.75} />
    </button>
  )
}
