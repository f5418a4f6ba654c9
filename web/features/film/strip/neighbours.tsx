import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Button } from '../../../ui/button/button.tsx'
import { FilmLink } from '../../../ui/link/film-link.tsx'
import { discOf, type ShelvedFilm } from './disc.ts'
import styles from './neighbours.module.css'
import { neighboursQuery } from './neighbours-query.ts'
import { Shelf } from './shelf.tsx'

/** The neighbours of a film by spine: the two next to it by name, and a shelf on which the film is pulled out. */
export function Neighbours({ film }: { film: ShelvedFilm }) {
  const { data, isError, isFetching, refetch } = useQuery(neighboursQuery(film.spine))
  const previous = data?.before.at(-1)
  const next = data?.after[0]
  return (
    <nav className={styles.neighbours} aria-label="Neighbours by spine">
      <div className={styles.names}>
        {previous && (
          <FilmLink spine={previous.spine} rel="prev" preload className={styles.name}>
            <span className={styles.number}>
              <ArrowLeft aria-hidden="true" strokeWidth={1.75} />
              Spine {previous.spine}
            </span>
            {previous.title}
          </FilmLink>
        )}
        {next && (
          <FilmLink spine={next.spine} rel="next" preload className={`${styles.name} ${styles.next}`}>
            <span className={styles.number}>
              Spine {next.spine}
              <ArrowRight aria-hidden="true" strokeWidth={1.75} />
            </span>
            {next.title}
          </FilmLink>
        )}
        {!data && isError && (
          <div className={styles.error}>
            <p role="status">The neighbours could not be loaded.</p>
            <Button small aria-disabled={isFetching} onClick={() => isFetching || refetch()}>
              Try again
            </Button>
          </div>
        )}
      </div>
      {/* The key puts the next film in its place anew. */}
      <Shelf
        key={film.spine}
        discs={data ? [...data.before, discOf(film), ...data.after] : []}
        current={data?.before.length ?? 0}
      />
    </nav>
  )
}
