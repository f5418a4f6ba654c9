import { type ReactNode, Suspense, useId } from 'react'
import type { LinkedFilm } from '../../../../domain/film/links.ts'
import { deferredComponent } from '../../../app/deferred-component.tsx'
import styles from './action-panel.module.css'
import { usePanel } from './panel-state.ts'

const PanelLeaves = deferredComponent(() => import('./panel-leaves.tsx').then((leaves) => leaves.PanelLeaves))

interface Props {
  film: LinkedFilm & { spine: number }
  actions: ReactNode
}

/** Covers the cover with what can be done about the film. */
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
      {/* Hundreds of cards are on the page; most are never opened and need no panel. */}
      {times > 0 && (
        <div id={id} className={open ? `${styles.panel} ${styles.open}` : styles.panel} inert={!open}>
          {/* Each opening starts at the actions. */}
          <Suspense>
            <PanelLeaves key={times} film={film} actions={actions} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
