import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'

export interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'value'> {
  label: string
  value: string
  /** What is wrong with the value, as one sentence. */
  error?: string | undefined
  /** Help, shown while nothing is wrong. */
  hint?: ReactNode
  /** A control at the end of the field. */
  end?: ReactNode
}

/** A labelled text field. Below it is the error, or otherwise the hint; a screen reader announces both. */
export function Field({ label, error, hint, end, ...input }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = error !== undefined || hint !== undefined
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <span className={styles.line}>
        <input
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={hasNote ? noteId : undefined}
        />
        {end}
      </span>
      <p className={error ? styles.error : styles.hint} id={noteId} aria-live="polite">
        {error && <CircleAlert aria-hidden="true" strokeWidth={2} />}
        {error ?? hint}
      </p>
    </div>
  )
}
