import type { Film } from '../../../../../domain/film/columns.ts'
import { type Failure, runRequest } from '../../../../data/run-request.ts'
import { TITLE_COLUMNS, type Title } from '../../titles-query.ts'
import { changedColumns, type Draft, filmOf } from '../draft/draft.ts'

export type Saved =
  | { status: 'saved'; title: Title }
  /** Others changed the film after the draft was begun: nothing was written. */
  | { status: 'conflict'; latest: Title }
  | { status: 'deleted' }
  | { status: 'not admin' }
  | { status: 'failed'; failure: Failure }

/** Writes the changes of a draft if the film still has the revision that the draft was begun from. */
export async function saveTitle(base: Title, draft: Draft): Promise<Saved> {
  const { data, failure } = await runRequest((client) =>
    client
      .from('films')
      .update(changesOf(draft, base))
      .eq('id', base.id)
      .eq('revision', base.revision)
      .select(TITLE_COLUMNS),
  )
  if (failure) return { status: 'failed', failure }
  const title = data?.[0]
  return title ? { status: 'saved', title } : explainConflict(base, draft)
}

function changesOf(draft: Draft, base: Title): Partial<Film> {
  const wanted = filmOf(draft)
  return Object.fromEntries(changedColumns(draft, base).map((column) => [column, wanted[column]]))
}

async function explainConflict({ id, revision }: Title, draft: Draft): Promise<Saved> {
  const { data: latest, failure } = await runRequest((client) =>
    client.from('films').select(TITLE_COLUMNS).eq('id', id).maybeSingle(),
  )
  if (failure) return { status: 'failed', failure }
  if (!latest) return { status: 'deleted' }
  if (latest.revision === revision) return { status: 'not admin' }
  // An earlier try saved it, and its response was lost.
  if (changedColumns(draft, latest).length === 0) return { status: 'saved', title: latest }
  return { status: 'conflict', latest }
}
