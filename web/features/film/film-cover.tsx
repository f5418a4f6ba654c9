import { type ReactNode, useState } from 'react'
import { boxArtAddresses } from './box-art.ts'
import { SpinePlate } from './cover/spine-plate.tsx'
import { TypographicCover } from './cover/typographic-cover.tsx'
import styles from './film-cover.module.css'

interface Props {
  film: { spine: number; title: string; director: string; year: number | null; box_art_url: string | null }
  dimmed: boolean
  eager: boolean
  /** What lies over the cover. */
  children?: ReactNode
}

/** The typographic cover with the box art over it, as soon as and only if that arrives. */
export function FilmCover({ film, dimmed, eager, children }: Props) {
  return (
    <div className={styles.cover}>
      <div className={dimmed ? `${styles.picture} ${styles.dimmed}` : styles.picture}>
        <div className={styles.printed}>
          <TypographicCover film={film} />
        </div>
        <BoxArt key={film.box_art_url} film={film} eager={eager} />
      </div>
      {children}
    </div>
  )
}

/** The box art over what it lies in, once it is there; without a plate it does without the spine. */
export function BoxArt({ film, eager, plate = true }: Pick<Props, 'film' | 'eager'> & { plate?: boolean }) {
  const addresses = boxArtAddresses(film.box_art_url)
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState(false)
  const address = addresses[attempt]
  if (!address) return null
  return (
    <>
      {/* The names stand below the cover: another text would only repeat them. */}
      <img
        key={address}
        className={loaded ? `${styles.art} ${styles.shown}` : styles.art}
        src={address}
        alt=""
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(true)}
        onError={() => setAttempt(attempt + 1)}
      />
      {loaded && plate && <SpinePlate spine={film.spine} onBoxArt />}
    </>
  )
}
