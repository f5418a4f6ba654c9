import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/form/button.tsx'
import { restoreFilm } from '../restore-film.ts'
import type { FilmEntry } from './entry.ts'

/** Brings a deleted film back. Nothing is lost by it, so nothing is asked. */
export function RestoreFilm({ entry: { filmId, title } }: { entry: FilmEntry }) {
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function restore() {
    if (busy) return
    setBusy(true)
    const isBack = await restoreFilm(cache, { id: filmId, title })
    setBusy(false)
    // The button goes, and must not take the focus along.
    if (isBack) document.getElementById('content')?.focus({ preventScroll: true })
  }

  return (
    <Button small aria-disabled={busy} aria-label={`Bring back ${title}`} onClick={restore}>
      {busy ? 'Bringing back...' : 'Bring back'}
    </Button>
  )
}
