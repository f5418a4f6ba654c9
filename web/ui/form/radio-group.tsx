import { useId } from 'react'
import styles from './radio-group.module.css'

interface Choice<Value extends string> {
  value: Value
  label: string
  /** An explanation of one or two sentences. */
  text: string
}

interface Props<Value extends string> {
  legend: string
  name: string
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** Radio buttons, each with an explanation. */
export function RadioGroup<Value extends string>({ legend, name, choices, value, onChange }: Props<Value>) {
  const id = useId()
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      {choices.map((choice) => (
        <div className={styles.choice} key={choice.value}>
          <input
            type="radio"
            className={styles.input}
            id={`${id}-${choice.value}`}
            name={name}
            value={choice.value}
            checked={choice.value === value}
            aria-describedby={`${id}-${choice.value}-text`}
            onChange={() => onChange(choice.value)}
          />
          <label className={styles.label} htmlFor={`${id}-${choice.value}`}>
            {choice.label}
          </label>
          <p className={styles.text} id={`${id}-${choice.value}-text`}>
            {choice.text}
          </p>
        </div>
      ))}
    </fieldset>
  )
}
