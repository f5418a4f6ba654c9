import { useEffect, useEffectEvent, useState } from 'react'
import type { SelectionProps } from '../../features/catalogue/catalogue.tsx'
import type { CatalogueFilm } from '../../features/catalogue/films/films-query.ts'
import { useCardBoxes } from '../../features/catalogue/list/card-boxes.tsx'
import { useSelection } from '../../features/catalogue/list/use-selection.ts'
import { BulkBar } from '../../features/tracking/bulk/bulk-bar.tsx'

interface Props<Film> extends SelectionProps<Film> {
  userId: string
  onSignedOut: () => void
}

/** Selects films among covers, in the same way as rows of the list, until Escape is pressed. */
export function CoverSelection<Film extends CatalogueFilm>({
  list,
  films,
  criteria,
  total,
  showOverlays,
  onEnd,
  userId,
  onSignedOut,
}: Props<Film>) {
  const selecting = useSelection(list, criteria)
  // The button that began it gets the focus back.
  const [button] = useState(() => document.activeElement)
  const focusButton = () => button instanceof HTMLElement && button.focus({ preventScroll: true })
  useCardBoxes(selecting, films, showOverlays)

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A dialog closes itself.
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return
    onEnd()
    focusButton()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  return (
    <BulkBar
      films={[...selecting.films.values()]}
      total={total}
      userId={userId}
      onSelectAll={selecting.selectAll}
      onClear={() => {
        selecting.clear()
        focusButton()
      }}
      onSignedOut={onSignedOut}
    />
  )
}
