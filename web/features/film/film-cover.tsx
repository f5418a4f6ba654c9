import { type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type BoxArtSource, boxArtSources } from './box-art.ts'
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

interface BoxArtProps {
  film: { spine: number; box_art_url: string | null }
  eager: boolean
  /** Small, and without the plate of its spine. */
  thumbnail?: boolean
}

/** The box art over what it lies in, once it is there. */
export function BoxArt({ film, eager, thumbnail = false }: BoxArtProps) {
  const sources = boxArtSources(film.box_art_url, thumbnail ? 'small' : 'medium')
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState(false)
  const source = sources[attempt]
  if (!source) return null
  return (
    <>
      <Picture
        key={source.src}
        source={source}
        eager={eager}
        shown={loaded}
        onLoad={() => setLoaded(true)}
        onError={() => setAttempt(attempt + 1)}
      />
      {loaded && !thumbnail && <SpinePlate spine={film.spine} onBoxArt />}
    </>
  )
}

interface PictureProps {
  source: BoxArtSource
  eager: boolean
  shown: boolean
  onLoad: () => void
  onError: () => void
}

function Picture({ source, eager, shown, onLoad, onError }: PictureProps) {
  const image = useRef<HTMLImageElement>(null)
  const begin = useEffectEvent((element: HTMLImageElement) => {
    if (!element.src) Object.assign(element, source)
    // It may have come, or failed, before this code was there to hear of it.
    if (element.complete && element.naturalWidth > 0) onLoad()
    else if (element.complete) onError()
  })

  useLayoutEffect(() => {
    const { current } = image
    if (!current) return
    begin(current)
    // A browser keeps an image that has not come yet, and the card around it, unless it is called off while in its place.
    return () => {
      for (const name of ['srcset', 'src']) current.removeAttribute(name)
    }
  }, [])

  return (
    // The names stand below the cover: another text would only repeat them.
    <img
      ref={image}
      className={shown ? `${styles.art} ${styles.shown}` : styles.art}
      {...source}
      alt=""
      width="1288"
      height="1600"
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      referrerPolicy="no-referrer"
      onLoad={onLoad}
      onError={onError}
    />
  )
}
