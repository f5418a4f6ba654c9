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

const MAX_NAMED = 3

/** Reports that the server has rejected a change that was just made. */
export function showRejection(table: MarkTable | DetailTable): void {
  toast({ title: rejectionText(new Set([table])), description: 'Please try again', destructive: true })
}

/** A change that the server has rejected. */
export interface Rejection {
  change: MarkChange
  /** A sentence for people, if trying again cannot succeed. */
  reason: string | undefined
}

/** Shows one toast that names the titles of rejected changes and the reasons. */
export async function showRejections(rejections: readonly Rejection[]): Promise<void> {
  if (rejections.length === 0) return
  const tables = new Set(rejections.map(({ change: { mark, setId } }) => tableOf(mark, setId)))
  const titles = await titleList([...new Set(rejections.map(({ change }) => subjectKey(change)))])
  const reasons = new Set(rejections.flatMap(({ reason }) => reason ?? []))
  toast({
    title: rejectionText(tables),
    description:
      reasons.size > 0 ? `${[...reasons].join(' ')} Not saved: ${titles}` : `Please try again: ${titles}`,
    destructive: true,
  })
}

/** Lists the first titles and the number of further ones. */
async function titleList(subjects: string[]): Promise<string> {
  const named = subjects.slice(0, MAX_NAMED).map(readSubject)
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
