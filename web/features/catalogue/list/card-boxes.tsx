import { Check } from 'lucide-react'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { CatalogueFilm } from '../films/films-query.ts'
import type { RenderOverlay } from '../grid/film-grid.tsx'
import styles from './card-boxes.module.css'
import { NO_SELECTION, type SelectedFilms } from './selection.ts'
import type { Selecting } from './use-selection.ts'

type Select = (film: CatalogueFilm, index: number, isRange: boolean) => void

/** Lays a box over each card with which it is selected, or with Shift all films since the last one. */
export function useCardBoxes(
  selecting: Selecting,
  films: readonly CatalogueFilm[],
  showOverlays: (render: RenderOverlay<CatalogueFilm>) => () => void,
): void {
  const [boxes] = useState(makeBoxes)
  useLayoutEffect(() => {
    boxes.set(selecting.films, (film, index, isRange) => {
      if (isRange) selecting.extend(films, index)
      else selecting.toggle(film)
    })
  })
  useLayoutEffect(
    () => showOverlays((film, index) => <CardBox film={film} index={index} boxes={boxes} />),
    [showOverlays, boxes],
  )
}

type Boxes = ReturnType<typeof makeBoxes>

/** The selection as each box reads it, so that only the boxes of the films concerned render again. */
function makeBoxes() {
  let selected: SelectedFilms = NO_SELECTION.films
  let onSelect: Select = () => {}
  const listeners = new Set<() => void>()
  return {
    has: (id: number) => selected.has(id),
    select: (...choice: Parameters<Select>) => onSelect(...choice),
    set(films: SelectedFilms, select: Select) {
      onSelect = select
      if (films === selected) return
      selected = films
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function CardBox({ film, index, boxes }: { film: CatalogueFilm; index: number; boxes: Boxes }) {
  const isSelected = useSyncExternalStore(boxes.subscribe, () => boxes.has(film.id))
  return (
    <label ref={disableCard} className={styles.card}>
      <input
        type="checkbox"
        className={styles.box}
        aria-label={`Select ${film.title}`}
        checked={isSelected}
        onChange={({ nativeEvent }) =>
          boxes.select(film, index, (nativeEvent as unknown as MouseEvent).shiftKey)
        }
      />
      <Check aria-hidden="true" strokeWidth={3} />
    </label>
  )
}

/** The card below the box is inert. */
function disableCard(box: HTMLElement | null): (() => void) | undefined {
  const card = box?.previousElementSibling as HTMLElement | undefined
  if (!card) return
  card.inert = true
  return () => {
    card.inert = false
  }
}
