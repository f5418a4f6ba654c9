import { FORMAT_LABELS, FORMATS, type Format } from '../../../../domain/film/formats.ts'
import styles from './released-formats.module.css'

interface Props {
  film: Record<Format | `${Format}_oop`, boolean>
  /** Formats to leave out, because they are shown in another way. */
  without?: readonly Format[]
}

/** The formats in which a film has been released, and which of them are out of print. */
export function ReleasedFormats({ film, without = [] }: Props) {
  const released = FORMATS.filter((format) => film[format] && !without.includes(format))
  if (released.length === 0) return null
  return (
    <ul className={styles.formats} aria-label="Formats released">
      {released.map((format) => (
        <li key={format}>
          {FORMAT_LABELS[format]}
          {film[`${format}_oop`] && (
            <>
              {' '}
              <abbr className={styles.oop} title="Out of print">
                OOP
              </abbr>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A placeholder as high as a line of formats. */
export function ReleasedFormatsSkeleton() {
  return <div className={styles.skeleton} />
}
