import type { ComponentProps } from 'react'
import styles from './text-button.module.css'

/** A button that looks like a link, for an action that is secondary. */
export function TextButton({
  destructive = false,
  ...rest
}: Omit<ComponentProps<'button'>, 'className'> & { destructive?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      className={destructive ? `${styles.button} ${styles.destructive}` : styles.button}
    />
  )
}
