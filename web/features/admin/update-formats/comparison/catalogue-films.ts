import { FORMATS } from '../../../../../domain/film/formats.ts'
import { anonymousSupabase } from '../../../../data/supabase.ts'
import type { ComparedFilm } from './comparison.ts'

const BLOCK_SIZE = 1000
const TIMEOUT_MS = 30_000
const COLUMNS =
  'id, spine, title, laserdisc, dvd, bluray, bluray_4k, laserdisc_oop, dvd_oop, bluray_oop, bluray_4k_oop'

/** Reads all films, or only those without any format. */
export async function fetchFilms({ withoutFormats = false } = {}): Promise<ComparedFilm[]> {
  const client = await anonymousSupabase()
  const films: ComparedFilm[] = []
  for (;;) {
    let block = client.from('films').select(COLUMNS)
    if (withoutFormats) for (const format of FORMATS) block = block.eq(format, false)
    // Continues after the last spine: films that are added or deleted between blocks shift no others.
    const { data } = await block
      .gt('spine', films.at(-1)?.spine ?? 0)
      .order('spine')
      .limit(BLOCK_SIZE)
      .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
      .throwOnError()
    films.push(...data)
    if (data.length < BLOCK_SIZE) return films
  }
}
