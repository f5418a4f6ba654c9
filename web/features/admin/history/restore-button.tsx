import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { restoreFilm, restoreSet } from '../restore-film.ts'
import type { FilmEntry, SetEntry } from './entry.ts'

/** Restores a deleted film or box set. Nothing is lost by it, so it asks for no confirmation. */
export function Restore({ entry }: { entry: FilmEntry | SetEntry }) {
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { title } = entry

  async function restore() {
    if (busy) return
    setBusy(true)
    const isRestored =
      entry.kind === 'film'
        ? await restoreFilm(cache, { id: entry.filmId, title })
        : await restoreSet(cache, { id: entry.setId, title })
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
