import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FilmSet } from '../../../../domain/film/sets.ts'
import { filmPath, setPath } from '../../../../domain/paths.ts'
import styles from './set-cases.module.css'

interface Props {
  set: FilmSet
  /** The spine of the film whose page it is. */
  current: number
  /** The ids of the films that the person owns. */
  owned: ReadonlySet<number>
  /** Whether the person owns the set as such, and so also its films without a spine. */
  ownsSet?: boolean
  /** A sentence about them. */
  children: ReactNode
}

/** A set that a film is in: its name, and a case for each of its films, filled if the person owns it. */
export function SetCases({ set, current, owned, ownsSet = false, children }: Props) {
  return (
    <section className={styles.set} aria-labelledby={`set-${set.id}`}>
      <div className={styles.line}>
        <h2 className={styles.name} id={`set-${set.id}`}>
          In <Link to={set.spine === null ? setPath(set.id) : filmPath(set.spine)}>{set.title}</Link>
        </h2>
        {children}
      </div>
      <div className={styles.cases} aria-hidden="true">
        {set.films.map(({ title, listed }, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of a set's films is fixed
            key={index}
            title={title}
            className={[
              listed?.spine === current
                ? styles.current
                : (ownsSet || owned.has(listed?.id ?? 0)) && styles.owned,
              index === set.films.length - 1 && styles.last,
            ]
              .filter(Boolean)
              .join(' ')}
          />
        ))}
      </div>
    </section>
  )
}
