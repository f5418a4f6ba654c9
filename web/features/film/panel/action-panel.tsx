import { type ReactNode, Suspense, useId } from 'react'
import type { LinkedFilm } from '../../../../domain/film/links.ts'
import { deferredComponent } from '../../../app/deferred-component.tsx'
import styles from './action-panel.module.css'
import { usePanel } from './panel-state.ts'

const PanelViews = deferredComponent(() => import('./panel-views.tsx').then((views) => views.PanelViews))

interface Props {
  film: LinkedFilm & { spine: number }
  actions: ReactNode
}

/** The panel over a cover with the actions for the film. */
export function ActionPanel({ film, actions }: Props) {
  const id = useId()
  const { open, times, area, trigger } = usePanel()
  return (
    <div className={styles.area} {...area}>
      <button
        type="button"
        className={styles.trigger}
        data-cover-trigger
        aria-label={`Actions for ${film.title}`}
        aria-expanded={open}
        aria-controls={times > 0 ? id : undefined}
        {...trigger}
      />
      {/* Most of the hundreds of cards are never opened and need no panel. */}
      {times > 0 && (
        <div id={id} className={open ? `${styles.panel} ${styles.open}` : styles.panel} inert={!open}>
          {/* The key resets the panel to the actions each time it opens. */}
          <Suspense>
            <PanelViews key={times} film={film} actions={actions} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
