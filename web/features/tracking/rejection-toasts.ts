import { listText } from '../../../domain/list-text.ts'
import { anonymousSupabase } from '../../data/supabase.ts'
import { toast } from '../../ui/toast/toast.ts'
import { rejectionText } from './marks/mark-texts.ts'
import {
  type DetailTable,
  type MarkChange,
  type MarkTable,
  readSubject,
  subjectKey,
  tableOf,
} from './marks/marks.ts'

const MOST_NAMED = 3

/** Reports that the server has rejected a change that was just made. */
export function showRejection(table: MarkTable | DetailTable): void {
  toast({ title: rejectionText(new Set([table])), description: 'Please try again', destructive: true })
}

/** Reports in one toast for which titles the server has rejected queued marks. */
export async function showRejections(changes: readonly MarkChange[]): Promise<void> {
  if (changes.length === 0) return
  const tables = new Set(changes.map(({ mark, setId }) => tableOf(mark, setId)))
  toast({
    title: rejectionText(tables),
    description: `Please try again: ${await titleList([...new Set(changes.map(subjectKey))])}`,
    destructive: true,
  })
}

/** Lists the first titles and the number of further ones. */
async function titleList(subjects: string[]): Promise<string> {
  const named = subjects.slice(0, MOST_NAMED).map(readSubject)
  const [films, sets] = await Promise.all([
    readTitles(
      'films',
      named.map(({ filmId }) => filmId),
    ),
    readTitles(
      'sets',
      named.map(({ setId }) => setId),
    ),
  ])
  const titles = named
    .map(({ filmId = 0, setId }) => (setId === undefined ? films.get(filmId) : sets.get(setId)))
    .filter((title) => title !== undefined)
  const others = subjects.length - titles.length
  if (titles.length === 0) return others === 1 ? '1 title' : `${others} titles`
  return listText(others > 0 ? [...titles, `${others} more`] : titles)
}

async function readTitles(
  table: 'films' | 'sets',
  ids: readonly (number | undefined)[],
): Promise<Map<number, string>> {
  const wanted = ids.filter((id) => id !== undefined)
  if (wanted.length === 0) return new Map()
  const client = await anonymousSupabase()
  const { data } = await client.from(table).select('id, title').in('id', wanted)
  return new Map(data?.map(({ id, title }) => [id, title]))
}
