import { FORMATS } from '../../../../../domain/film/formats.ts'
import { anonymousSupabase } from '../../../../data/supabase.ts'
import type { ComparedFilm } from './comparison.ts'

const BLOCK = 1000
const PATIENCE_MS = 30_000
const COLUMNS =
  'id, spine, title, laserdisc, dvd, bluray, bluray_4k, laserdisc_oop, dvd_oop, bluray_oop, bluray_4k_oop'

/** All films as they are now, or those for which no format is known. */
export async function fetchFilms({ withoutFormats = false } = {}): Promise<ComparedFilm[]> {
  const client = await anonymousSupabase()
  const films: ComparedFilm[] = []
  for (;;) {
    let block = client.from('films').select(COLUMNS)
    if (withoutFormats) for (const format of FORMATS) block = block.eq(format, false)
    // On from the last spine: films that come and go meanwhile move no other out of sight.
    const { data } = await block
      .gt('spine', films.at(-1)?.spine ?? 0)
      .order('spine')
      .limit(BLOCK)
      .abortSignal(AbortSignal.timeout(PATIENCE_MS))
      .throwOnError()
    films.push(...data)
    if (data.length < BLOCK) return films
  }
}
