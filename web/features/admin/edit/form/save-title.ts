import { type Failure, runRequest } from '../../../../data/run-request.ts'
import { TITLE_COLUMNS, type Title } from '../../titles-query.ts'
import { changedColumns, type Draft, type Film, filmOf } from '../draft/draft.ts'

export type Saved =
  | { status: 'saved'; title: Title }
  /** Others have changed the film since: nothing was written. */
  | { status: 'overtaken'; latest: Title }
  | { status: 'deleted' }
  | { status: 'no admin' }
  | { status: 'failed'; failure: Failure }

/** Writes what a draft changes of the film that it was begun from, if that is still as it was. */
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
  return title ? { status: 'saved', title } : whyNothingWasWritten(base, draft)
}

function changesOf(draft: Draft, base: Title): Partial<Film> {
  const wanted = filmOf(draft)
  return Object.fromEntries(changedColumns(draft, base).map((column) => [column, wanted[column]]))
}

async function whyNothingWasWritten({ id, revision }: Title, draft: Draft): Promise<Saved> {
  const { data: latest, failure } = await runRequest((client) =>
    client.from('films').select(TITLE_COLUMNS).eq('id', id).maybeSingle(),
  )
  if (failure) return { status: 'failed', failure }
  if (!latest) return { status: 'deleted' }
  if (latest.revision === revision) return { status: 'no admin' }
  // By an earlier try, the answer to which was lost.
  if (changedColumns(draft, latest).length === 0) return { status: 'saved', title: latest }
  return { status: 'overtaken', latest }
}
