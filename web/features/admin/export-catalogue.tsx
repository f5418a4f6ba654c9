import { useState } from 'react'
import type { WholeFilm } from '../../../domain/csv/films-csv.ts'
import { failureOf } from '../../data/run-request.ts'
import { anonymousSupabase } from '../../data/supabase.ts'
import { download } from '../../ui/download.ts'
import { Button } from '../../ui/form/button.tsx'
import { toast } from '../../ui/toast/toast.ts'

/** As many rows as an answer may have. */
const BLOCK_SIZE = 1000

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

async function fetchFilms(): Promise<WholeFilm[]> {
  const client = await anonymousSupabase()
  const films: WholeFilm[] = []
  for (;;) {
    // After the last spine: a film that comes or goes meanwhile moves no other to another block.
    const { data } = await client
      .from('films')
      .select(
        'spine, title, director, country, year, laserdisc, dvd, bluray, bluray_4k, laserdisc_oop, dvd_oop, bluray_oop, bluray_4k_oop, product_url, box_art_url, imdb_link, letterboxd_link, wikipedia_link, bluray_com_link, amazon_link, ebay_link',
      )
      .gt('spine', films.at(-1)?.spine ?? 0)
      .order('spine')
      .limit(BLOCK_SIZE)
      .throwOnError()
    films.push(...data)
    if (data.length < BLOCK_SIZE) return films
  }
}

/** The name of the file, with the local date. */
function fileName(): string {
  const today = new Date()
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return `films-${today.getFullYear()}-${twoDigits(today.getMonth() + 1)}-${twoDigits(today.getDate())}.csv`
}
