import { ChevronDown } from 'lucide-react'
import { useId, useRef } from 'react'
import { useOnHydrated } from '../use-on-hydrated.ts'
import styles from './select.module.css'

interface Props<Value extends string> {
  label: string
  /** The field's name in a form that is sent without a script. */
  name?: string
  /** The id of that form. */
  form?: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  /** In a form: the label stands above, as a field's. */
  stacked?: boolean
}

/** A labelled native `select`, which every phone and screen reader handles well. */
export function Select<Value extends string>({
  label,
  name,
  form,
  value,
  options,
  onChange,
  stacked = false,
}: Props<Value>) {
  const id = useId()
  const select = useRef<HTMLSelectElement>(null)

  useOnHydrated(() => {
    const chosen = select.current?.value as Value
    if (chosen !== value) onChange(chosen)
  })

  return (
    <div className={stacked ? styles.stacked : styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <span className={styles.box}>
        <select
          ref={select}
          id={id}
          name={name}
          form={form}
          autoComplete="off"
          className={styles.select}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" strokeWidth={1.75} />
      </span>
    </div>
  )
}
