import { type ComponentProps, useId } from 'react'
import styles from './field.module.css'

interface Props extends Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'value'> {
  label: string
  value: string
  /** What is wrong with the value, as one sentence. */
  error?: string | undefined
}

/** A labelled field for several lines, which grows with its text. */
export function TextArea({ label, error, ...textarea }: Props) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <span className={styles.line}>
        <textarea
          rows={1}
          {...textarea}
          id={id}
          className={`${styles.input} ${styles.lines}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        />
      </span>
      {error && (
        <p className={styles.error} id={errorId} aria-live="polite">
          {error}
        </p>
      )}
    </div>
  )
}
