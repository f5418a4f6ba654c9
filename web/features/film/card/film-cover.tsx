import { memo, type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { TypographicCover } from '../cover/typographic-cover.tsx'
import { type BoxArtSource, boxArtSources, type Size } from './box-art.ts'
import styles from './film-cover.module.css'

interface PictureProps {
  film: { spine: number; title: string; director: string; year: number | null; box_art_url: string | null }
  /** Loads the box art at once, for a cover that is visible from the start. */
  eager: boolean
  size?: Size | undefined
}

interface Props extends PictureProps {
  /** Shown over the cover. */
  children?: ReactNode
}

/** The typographic cover, and the box art over it once that is loaded. */
export function FilmCover({ film, eager, size, children }: Props) {
  return (
    <div className={styles.cover}>
      <div className={styles.picture}>
        <Picture film={film} eager={eager} size={size} />
      </div>
      {children}
    </div>
  )
}

const Picture = memo(function Picture({ film, eager, size }: PictureProps) {
  return (
    <TypographicCover film={film}>
      <BoxArt key={film.box_art_url} url={film.box_art_url} eager={eager} size={size} />
    </TypographicCover>
  )
})

interface BoxArtProps {
  url: string | null
  eager?: boolean
  size?: Size | undefined
}

/** The box art, which fills its container. It tries the sources one after another. */
export function BoxArt({ url, eager = false, size = 'medium' }: BoxArtProps) {
  const sources = boxArtSources(url, size)
  const [attempt, setAttempt] = useState(0)
  const source = sources[attempt]
  return (
    source && <Image key={source.src} source={source} eager={eager} onError={() => setAttempt(attempt + 1)} />
  )
}

interface ImageProps {
  source: BoxArtSource
  eager: boolean
  onError: () => void
}

function Image({ source, eager, onError }: ImageProps) {
  const image = useRef<HTMLImageElement>(null)
  const begin = useEffectEvent((element: HTMLImageElement) => {
    if (!element.src) Object.assign(element, source)
    if (!element.complete) element.dataset.coming = ''
    // The image may have failed before React attached the handlers.
    else if (element.naturalWidth === 0) onError()
  })

  useLayoutEffect(() => {
    const { current } = image
    if (!current) return
    begin(current)
    // Cancels a load before the image is removed; otherwise the browser keeps the image and its card in memory.
    return () => {
      for (const name of ['srcset', 'src']) current.removeAttribute(name)
    }
  }, [])

  return (
    // The alternative text is empty, because title and director are below the cover.
    <img
      ref={image}
      className={styles.art}
      {...source}
      alt=""
      width="1288"
      height="1600"
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      referrerPolicy="no-referrer"
      onLoad={({ currentTarget }) => delete currentTarget.dataset.coming}
      onError={onError}
    />
  )
}
