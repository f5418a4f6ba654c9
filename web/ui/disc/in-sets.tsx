import type { OwnedSet } from '../../../domain/film/sets.ts'
import { listText } from '../../../domain/list-text.ts'
import styles from './in-sets.module.css'

interface Props {
  /** The sets through which a film is owned. */
  sets: readonly OwnedSet[]
}

/** The note *in The BRD Trilogy* on a film that is owned through sets. */
export function InSets({ sets }: Props) {
  if (sets.length === 0) return null
  const text = inSets(sets)
  return (
    <span className={styles.note} title={text}>
      {text}
    </span>
  )
}

/** `in The BRD Trilogy`, or with a format the sets in which the film is owned in it; empty if there is none. */
export function inSets(sets: readonly OwnedSet[], format?: OwnedSet['formats'][number]): string {
  const titles = sets
    .filter(({ formats }) => format === undefined || formats.includes(format))
    .map(({ title }) => title)
  return titles.length === 0 ? '' : `in ${listText(titles)}`
}
