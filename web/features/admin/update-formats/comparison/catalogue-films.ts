import { FORMATS } from '../../../../../domain/film/formats.ts'
import { BLOCK_SIZE, readAllAfter } from '../../../../data/read-all.ts'
import { anonymousSupabase } from '../../../../data/supabase.ts'
import type { ComparedFilm } from './comparison.ts'

const TIMEOUT_MS = 30_000
const COLUMNS =
  'id, spine, title, laserdisc, dvd, bluray, bluray_4k, laserdisc_oop, dvd_oop, bluray_oop, bluray_4k_oop'

/** Reads all films, or only those without any format. */
export async function fetchFilms({ withoutFormats = false } = {}): Promise<ComparedFilm[]> {
  const client = await anonymousSupabase()
  return readAllAfter(
    (spine) => {
      let block = client.from('films').select(COLUMNS)
      if (withoutFormats) for (const format of FORMATS) block = block.eq(format, false)
      return block
        .gt('spine', spine)
        .order('spine')
        .limit(BLOCK_SIZE)
        .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
        .throwOnError()
    },
    (film) => film.spine,
  )
}
