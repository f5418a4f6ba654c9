import { designOf } from '../cover/design.ts'
import palettes from '../cover/palettes.module.css'
import styles from './spine-plate.module.css'

/** A film's spine in the colours of its cover. */
export function SpinePlate({ spine }: { spine: number }) {
  return <span className={`${styles.plate} ${palettes[designOf(spine).palette]}`}>{spine}</span>
}
