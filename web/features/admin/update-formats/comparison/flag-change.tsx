import { type Flag, FORMAT_LABELS, type Format } from '../../../../../domain/film/formats.ts'
import { Ticket } from '../../../../ui/page/ticket.tsx'
import styles from './flag-change.module.css'

/** What becomes of a flag: its ticket as it will be, and both values in words. */
export function FlagChange({ flag, isOn }: { flag: Flag; isOn: boolean }) {
  const format = flag.replace(/_oop$/, '') as Format
  const label = flag === format ? FORMAT_LABELS[format] : `${FORMAT_LABELS[format]} OOP`
  return (
    <li className={styles.change}>
      <Ticket printed={isOn}>{label}</Ticket>
      <span className="visually-hidden">: </span>
      {isOn ? 'no → yes' : 'yes → no'}
    </li>
  )
}
