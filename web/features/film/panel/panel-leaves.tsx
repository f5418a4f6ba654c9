import { ArrowRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type LinkedFilm, outsideLinks } from '../../../../domain/film/links.ts'
import { OutsideLinks } from './outside-links.tsx'
import rowStyles from './panel-button.module.css'
import styles from './panel-leaves.module.css'

interface Props {
  film: LinkedFilm & { spine: number }
  actions: ReactNode
}

type Leaf = 'actions' | 'links'

/** The two leaves of the panel; "More Info" slides the outside links in over the actions. */
export function PanelLeaves({ film, actions }: Props) {
  const [leaf, setLeaf] = useState<Leaf>()
  const moreInfo = useRef<HTMLButtonElement>(null)
  const back = useRef<HTMLButtonElement>(null)
  const atLinks = leaf === 'links'

  // The leaf that goes away takes the focus with it, so the other one takes it over.
  useEffect(() => {
    if (leaf === 'links') back.current?.focus({ preventScroll: true })
    if (leaf === 'actions') moreInfo.current?.focus({ preventScroll: true })
  }, [leaf])

  // One step back, before the panel hears of it and closes.
  function goBackOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    setLeaf('actions')
  }

  return (
    <>
      <div className={`${styles.leaf} ${styles.actions} ${atLinks ? styles.away : ''}`} inert={atLinks}>
        <p className={styles.spine}>
          Spine <b>{film.spine}</b>
        </p>
        {actions}
        <button
          ref={moreInfo}
          type="button"
          className={`${rowStyles.button} ${styles.more}`}
          onClick={() => setLeaf('links')}
        >
          More Info
          <ArrowRight aria-hidden="true" strokeWidth={1.75} />
        </button>
      </div>
      {leaf && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the key is pressed on what lies within
        <div
          className={`${styles.leaf} ${styles.links} ${atLinks ? '' : styles.away}`}
          inert={!atLinks}
          onKeyDown={goBackOnEscape}
        >
          <OutsideLinks links={outsideLinks(film)} backButton={back} onBack={() => setLeaf('actions')} />
        </div>
      )}
    </>
  )
}
