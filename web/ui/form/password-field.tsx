import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import styles from './password-field.module.css'

/** A field for a password, with a button that shows the password. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'end'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      end={
        <button
          type="button"
          className={styles.show}
          aria-label="Show password"
          aria-pressed={shown}
          title={shown ? 'Hide' : 'Show'}
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden="true" strokeWidth={1.75} />
        </button>
      }
    />
  )
}
