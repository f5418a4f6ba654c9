import { useId } from 'react'
import { formatCount } from '../../../../domain/film/format-count.ts'
import { FORMAT_LABELS, FORMAT_NAMES, FORMATS, type Format } from '../../../../domain/film/formats.ts'
import type { Choices, Discs } from '../../../../domain/import/plan/plan.ts'
import type { Meaning } from '../../../../domain/import/row.ts'
import { Ticket } from '../../../ui/disc/ticket.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Step } from '../step.tsx'
import type { ShownFile } from './import-worker.ts'
import styles from './lists-and-discs.module.css'

interface Props {
  file: ShownFile
  choices: Choices
  onChoose: (choices: Partial<Choices>) => void
}

const MEANINGS: readonly { value: Meaning; label: string }[] = [
  { value: 'owned', label: 'Films you own' },
  { value: 'wishlist', label: 'Your wishlist' },
  { value: 'watched', label: 'Films you watched' },
  { value: 'left', label: 'Left out' },
]

/** What each list of a file means. A file of one list has this step, too, because the guess may be wrong. */
export function Lists({ file, choices, onChoose }: Props) {
  const choose = (index: number, meaning: Meaning) =>
    onChoose({ meanings: choices.meanings.map((former, other) => (other === index ? meaning : former)) })
  return (
    <Step
      heading={file.lists.length > 1 ? 'What each list is' : 'What the list is'}
      text={
        file.lists.length > 1
          ? 'Guessed from their names. Correct what is wrong.'
          : 'Guessed from its name. Correct it if it is wrong.'
      }
    >
      <ul className={styles.lists}>
        {file.lists.map((list, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files of an archive may have one name
          <li key={index} className={styles.list}>
            <p>
              <span className={styles.name}>{list.name}</span>{' '}
              <span className={styles.rows}>
                {formatCount(list.rows)} {list.rows === 1 ? 'row' : 'rows'}
              </span>
            </p>
            <Select
              label={`${list.name} is`}
              value={choices.meanings[index] ?? 'left'}
              options={MEANINGS}
              onChange={(meaning) => choose(index, meaning)}
            />
          </li>
        ))}
      </ul>
    </Step>
  )
}

interface DiscsProps extends Props {
  /** The meaning of the lists whose films the choice is about. */
  meaning: 'owned' | 'watched'
}

/** On which disc a film is ticked where the file does not say. */
export function OnWhichDisc({ file, choices: { discs }, meaning, onChoose }: DiscsProps) {
  const id = useId()
  const kind = typeof discs === 'string' ? discs : 'these'
  const chosen: readonly Format[] = typeof discs === 'string' ? [] : discs
  const option = (value: 'none' | 'best' | 'these', label: string, text: string, next: Discs) => (
    <div className={styles.option}>
      <input
        type="radio"
        className={styles.radio}
        id={`${id}-${value}`}
        name={id}
        checked={kind === value}
        aria-describedby={text && `${id}-${value}-text`}
        onChange={() => onChoose({ discs: next })}
      />
      <label htmlFor={`${id}-${value}`} className={styles.label}>
        {label}
      </label>
      {text && (
        <p className={styles.text} id={`${id}-${value}-text`}>
          {text}
        </p>
      )}
    </div>
  )
  return (
    <Step
      heading="On which disc?"
      text={file.format.remark ?? 'Some rows do not say on which disc you own the film.'}
    >
      <fieldset className={styles.options}>
        <legend className="visually-hidden">On which disc you own films where the file does not say</legend>
        {option(
          'none',
          'None',
          meaning === 'watched'
            ? 'Mark them as watched, and leave what you own as it is.'
            : 'Leave what you own as it is.',
          'none',
        )}
        {option('best', 'The best you could own', '4K where it is out, else Blu-ray, else DVD.', 'best')}
        <div>
          {option('these', 'These', '', chosen.length > 0 ? chosen : ['bluray'])}
          <Formats
            legend="These formats"
            chosen={chosen}
            onChange={(formats) => onChoose({ discs: formats.length > 0 ? formats : 'none' })}
          />
        </div>
      </fieldset>
    </Step>
  )
}

interface FormatsProps {
  legend: string
  chosen: readonly Format[]
  onChange: (formats: Format[]) => void
}

/** A ticket for each of the four formats. */
export function Formats({ legend, chosen, onChange }: FormatsProps) {
  return (
    <fieldset className={styles.formats}>
      <legend className="visually-hidden">{legend}</legend>
      {FORMATS.map((format) => (
        <label key={format} className={styles.format}>
          <input
            type="checkbox"
            aria-label={FORMAT_NAMES[format]}
            checked={chosen.includes(format)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(FORMATS.filter((other) => (other === format ? checked : chosen.includes(other))))
            }
          />
          <Ticket printed={chosen.includes(format)}>{FORMAT_LABELS[format]}</Ticket>
        </label>
      ))}
    </fieldset>
  )
}
