import { queryOptions } from '@tanstack/react-query'
import { FORMATS } from '../../../../domain/film/formats.ts'
import { FILMS_KEY } from '../../../data/query-keys.ts'
import { anonymousSupabase } from '../../../data/supabase.ts'
import { type Disc, discOf, type ShelvedFilm } from './disc.ts'

/** Enough to fill a wide window around the film. */
const BEFORE = 40
const AFTER = 60

interface Neighbours {
  /** Ascending by spine, like those after it. */
  before: Disc[]
  after: Disc[]
}

/** The films beside a spine. Both sides are read along the index of the spines. */
export function neighboursQuery(spine: number) {
  return queryOptions({
    queryKey: [...FILMS_KEY, 'neighbours', spine],
    queryFn: async ({ signal }): Promise<Neighbours> => {
      const [before, after] = await Promise.all([
        readDiscs(spine, 'before', signal),
        readDiscs(spine, 'after', signal),
      ])
      return { before: before.reverse(), after }
    },
  })
}

/** The films on one side of a spine, the nearest first. */
async function readDiscs(spine: number, side: keyof Neighbours, signal: AbortSignal): Promise<Disc[]> {
  const client = await anonymousSupabase()
  const films = client.from('films').select(['spine', 'title', ...FORMATS].join(', '))
  const beside =
    side === 'before'
      ? films.lt('spine', spine).order('spine', { ascending: false }).limit(BEFORE)
      : films.gt('spine', spine).order('spine').limit(AFTER)
  const { data, error } = await beside.abortSignal(signal).overrideTypes<ShelvedFilm[], { merge: false }>()
  if (error) throw new Error(`The neighbours could not be read: ${error.message}`, { cause: error })
  return data.map(discOf)
}
