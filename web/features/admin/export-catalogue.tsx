import { useState } from 'react'
import { COLUMN_NAMES, type Film } from '../../../domain/film/columns.ts'
import { BLOCK_SIZE, readAllAfter } from '../../data/read-all.ts'
import { failureOf } from '../../data/run-request.ts'
import { anonymousSupabase } from '../../data/supabase.ts'
import { Button } from '../../ui/button/button.tsx'
import { download } from '../../ui/download.ts'
import { toast } from '../../ui/toast/toast.ts'

/** Downloads the catalogue as the file that `npm run admin -- import` reads. */
export function ExportCatalogue() {
  const [busy, setBusy] = useState(false)

  async function exportFilms() {
    if (busy) return
    setBusy(true)
    try {
      // The CSV writer is loaded on demand.
      const [{ writeFilmsCsv }, films] = await Promise.all([
        import('../../../domain/csv/films-csv.ts'),
        fetchFilms(),
      ])
      download(fileName(), new Blob([writeFilmsCsv(films)], { type: 'text/csv' }))
    } catch (error) {
      console.warn('The catalogue was not exported.', error)
      toast({
        title: 'Failed to export the catalogue',
        description: failureOf(error).sentence,
        destructive: true,
      })
    }
    setBusy(false)
  }

  return (
    <Button onClick={exportFilms} aria-disabled={busy}>
      {busy ? 'Exporting...' : 'Export CSV'}
    </Button>
  )
}

async function fetchFilms(): Promise<Film[]> {
  const client = await anonymousSupabase()
  return readAllAfter(
    (spine) =>
      client
        .from('films')
        .select(COLUMN_NAMES.join(', '))
        .gt('spine', spine)
        .order('spine')
        .limit(BLOCK_SIZE)
        .overrideTypes<Film[], { merge: false }>()
        .throwOnError(),
    (film) => film.spine,
  )
}

/** The name of the file, with the local date. */
function fileName(): string {
  const today = new Date()
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return `films-${today.getFullYear()}-${twoDigits(today.getMonth() + 1)}-${twoDigits(today.getDate())}.csv`
}
