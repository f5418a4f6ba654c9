import { ArrowRight } from 'lucide-react'
import { FORMAT_LABELS } from '../../../../domain/film/formats.ts'
import { Ticket } from '../../../ui/disc/ticket.tsx'
import { FilmLink } from '../../../ui/link/film-link.tsx'
import { FilmCover } from '../card/film-cover.tsx'
import type { ShelfDisc, ShelfFilm } from './discs.ts'
import styles from './pulled-disc.module.css'

interface Props {
  disc: ShelfDisc<ShelfFilm>
}

/** The cover beside a disc that is pulled out, and below both what the disc is. On a phone the slip replaces it. */
export function PulledCover({ disc, opens }: Props & { opens: 'left' | 'right' }) {
  return (
    <div className={`${styles.pulled} ${styles[opens]}`} aria-hidden="true">
      <div className={styles.cover}>
        <FilmCover film={disc.film} eager />
      </div>
      <div className={styles.words}>
        <Words disc={disc} />
      </div>
    </div>
  )
}

/** A slip at the foot of a phone’s window with the disc that is pulled out. */
export function PulledSlip({ disc, discKey }: Props & { discKey: string }) {
  const { film } = disc
  return (
    <section className={styles.slip} aria-label="Pulled out" data-disc={discKey}>
      <div className={styles.thumbnail} aria-hidden="true">
        <FilmCover film={film} eager size="small" />
      </div>
      <div className={styles.text}>
        <Words disc={disc} />
      </div>
      <FilmLink spine={film.spine} className={styles.link}>
        Open<span className="visually-hidden"> {film.title}</span>
        <ArrowRight aria-hidden="true" strokeWidth={1.75} />
      </FilmLink>
    </section>
  )
}

function Words({ disc: { film, format } }: Props) {
  return (
    <>
      <strong>{film.title}</strong>
      <span className={styles.byline}>
        <span className={styles.director}>{film.director}</span>
        {film.year !== null && <span>{`\u2009·\u2009${film.year}`}</span>}
      </span>
      <Ticket printed>{FORMAT_LABELS[format]}</Ticket>
    </>
  )
}
