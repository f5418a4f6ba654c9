import { ArrowRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type LinkedFilm, outsideLinks } from '../../../../domain/film/links.ts'
import { OutsideLinks } from './outside-links.tsx'
import rowStyles from './panel-button.module.css'
import styles from './panel-views.module.css'

interface Props {
  film: LinkedFilm & { spine: number }
  actions: ReactNode
}

type PanelView = 'actions' | 'links'

/** The two views of the panel: "More Info" slides the outside links in over the actions. */
export function PanelViews({ film, actions }: Props) {
  const [view, setView] = useState<PanelView>()
  const moreInfo = useRef<HTMLButtonElement>(null)
  const back = useRef<HTMLButtonElement>(null)
  const atLinks = view === 'links'

  // The view that is hidden loses the focus, so the other one gets it.
  useEffect(() => {
    if (view === 'links') back.current?.focus({ preventScroll: true })
    if (view === 'actions') moreInfo.current?.focus({ preventScroll: true })
  }, [view])

  // Goes one step back and stops the event, which would close the panel.
  function goBackOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    setView('actions')
  }

  return (
    <>
      <div className={`${styles.view} ${styles.actions} ${atLinks ? styles.hidden : ''}`} inert={atLinks}>
        <p className={styles.spine}>
          Spine <b>{film.spine}</b>
        </p>
        {actions}
        <button
          ref={moreInfo}
          type="button"
          className={`${rowStyles.button} ${styles.more}`}
          onClick={() => setView('links')}
        >
          More Info
          <ArrowRight aria-hidden="true" strokeWidth={1.75} />
        </button>
      </div>
      {view && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the key event comes from the elements within
        <div
          className={`${styles.view} ${styles.links} ${atLinks ? '' : styles.hidden}`}
          inert={!atLinks}
          onKeyDown={goBackOnEscape}
        >
          <OutsideLinks links={outsideLinks(film)} backButton={back} onBack={() => setView('actions')} />
        </div>
      )}
    </>
  )
}
