import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { runRequest } from '../../../data/run-request.ts'
import { Button } from '../../../ui/button/button.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { recheckIsAdmin } from '../recheck-is-admin.ts'
import { catalogueChanged } from '../titles-query.ts'
import type { FilmEntry, SetEntry } from './entry.ts'
import { HISTORY } from './history-query.ts'

/** Takes one change back. That is a change, too, which can be taken back, so it asks for no confirmation. */
export function UndoChange({ entry: { id, title } }: { entry: FilmEntry | SetEntry }) {
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function undo() {
    if (busy) return
    setBusy(true)
    const { failure } = await runRequest((client) =>
      client.rpc('revert_film_change', { change_id: Number(id) }),
    )
    if (failure?.code === '42501') void recheckIsAdmin(cache)
    void catalogueChanged(cache)
    // Also after a failure: its cause may be a change that the page does not show yet.
    await cache.invalidateQueries({ queryKey: [HISTORY] })
    setBusy(false)
    if (failure) {
      toast({ title: 'Failed to undo the change', description: failure.sentence, destructive: true })
      return
    }
    toast({ title: 'Change undone', description: `“${title}” is as it was before.` })
    // The button disappears, and the focus must not be lost with it.
    document.getElementById('content')?.focus({ preventScroll: true })
  }

  return (
    <Button small aria-disabled={busy} aria-label={`Undo the change of ${title}`} onClick={undo}>
      {busy ? 'Undoing...' : 'Undo'}
    </Button>
  )
}
