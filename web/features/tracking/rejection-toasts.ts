import { anonymousSupabase } from '../../data/supabase.ts'
import { toast } from '../../ui/toast/toast.ts'
import { rejectionText } from './marks/mark-texts.ts'
import { type DetailTable, type MarkChange, type MarkTable, tableOf } from './marks/marks.ts'

const MOST_NAMED = 3

/** Reports that the server has rejected a change that was just made. */
export function showRejection(table: MarkTable | DetailTable): void {
  toast({ title: rejectionText(new Set([table])), description: 'Please try again', destructive: true })
}

/** Reports in one toast for which films the server has rejected queued marks. */
export async function showRejections(changes: readonly MarkChange[]): Promise<void> {
  if (changes.length === 0) return
  const tables = new Set(changes.map(({ mark }) => tableOf(mark)))
  const filmIds = [...new Set(changes.map(({ filmId }) => filmId))]
  toast({
    title: rejectionText(tables),
    description: `Please try again: ${await titleList(filmIds)}`,
    destructive: true,
  })
}

/** Lists the first titles and the number of further ones. */
async function titleList(filmIds: number[]): Promise<string> {
  const named = filmIds.slice(0, MOST_NAMED)
  const client = await anonymousSupabase()
  const { data } = await client.from('films').select('id, title').in('id', named)
  const titles = named
    .map((filmId) => data?.find(({ id }) => id === filmId)?.title)
    .filter((title) => title !== undefined)
  const others = filmIds.length - titles.length
  if (titles.length === 0) return others === 1 ? '1 title' : `${others} titles`
  return new Intl.ListFormat('en-GB').format(others > 0 ? [...titles, `${others} more`] : titles)
}
