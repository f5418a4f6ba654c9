import { runRequest } from '../../../../data/run-request.ts'

/** Who made the latest changes of a film, as many as given: 'anna', 'You and ben'. It begins a sentence. */
export async function whoChanged(filmId: number, changes: number, me: string | undefined): Promise<string> {
  const { data } = await runRequest((client) =>
    client
      .from('film_history')
      .select('who')
      .eq('film_id', filmId)
      .order('at', { ascending: false })
      .limit(changes),
  )
  const names = new Set((data ?? []).map(({ who }) => who ?? ''))
  // What was changed is told even where nobody says by whom.
  if (names.size === 0) return 'Someone'
  const others = [...names].filter((name) => name !== me)
  return people.format(others.length < names.size ? ['You', ...others] : others)
}

const people = new Intl.ListFormat('en', { type: 'conjunction' })
