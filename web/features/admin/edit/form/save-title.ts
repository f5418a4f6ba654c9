import { type Failure, runRequest } from '../../../../data/run-request.ts'
import { ADMIN_FILM_COLUMNS, type AdminFilm } from '../../titles-query.ts'
import { changedColumns, type Draft, type EditedFilm, filmOf } from '../draft/draft.ts'

export type Saved =
  | { status: 'saved'; film: AdminFilm }
  /** Others changed the film after the draft was begun: nothing was written. */
  | { status: 'conflict'; latest: AdminFilm }
  | { status: 'deleted' }
  | { status: 'not admin' }
  | { status: 'failed'; failure: Failure }

/** Writes the changes of a draft if the film still has the revision that the draft was begun from. */
export async function saveTitle(base: AdminFilm, draft: Draft): Promise<Saved> {
  const { data, failure } = await runRequest((client) =>
    client
      .from('films')
      .update(changesOf(draft, base))
      .eq('id', base.id)
      .eq('revision', base.revision)
      .select(ADMIN_FILM_COLUMNS),
  )
  if (failure) return { status: 'failed', failure }
  const film = data?.[0]
  return film ? { status: 'saved', film } : explainConflict(base, draft)
}

function changesOf(draft: Draft, base: AdminFilm): Partial<EditedFilm> {
  const wanted = filmOf(draft)
  return Object.fromEntries(changedColumns(draft, base).map((column) => [column, wanted[column]]))
}

async function explainConflict({ id, revision }: AdminFilm, draft: Draft): Promise<Saved> {
  const { data: latest, failure } = await runRequest((client) =>
    client.from('films').select(ADMIN_FILM_COLUMNS).eq('id', id).maybeSingle(),
  )
  if (failure) return { status: 'failed', failure }
  if (!latest) return { status: 'deleted' }
  if (latest.revision === revision) return { status: 'not admin' }
  // An earlier try saved it, and its response was lost.
  if (changedColumns(draft, latest).length === 0) return { status: 'saved', film: latest }
  return { status: 'conflict', latest }
}
