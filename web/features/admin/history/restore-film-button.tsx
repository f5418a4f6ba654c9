import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/form/button.tsx'
import { restoreFilm } from '../restore-film.ts'
import type { FilmEntry } from './entry.ts'

/** Restores a deleted film. Nothing is lost by it, so it asks for no confirmation. */
export function RestoreFilm({ entry: { filmId, title } }: { entry: FilmEntry }) {
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function restore() {
    if (busy) return
    setBusy(true)
    const isRestored = await restoreFilm(cache, { id: filmId, title })
    setBusy(false)
    // The button disappears, and the focus must not be lost with it.
    if (isRestored) document.getElementById('content')?.focus({ preventScroll: true })
  }

  return (
    <Button small aria-disabled={busy} aria-label={`Restore ${title}`} onClick={restore}>
      {busy ? 'Restoring...' : 'Restore'}
    </Button>
  )
}
