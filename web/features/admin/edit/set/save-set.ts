import { type Failure, runRequest } from '../../../../data/run-request.ts'
import type { setOf } from './set-draft.ts'
import type { EditedSet } from './set-query.ts'

/** Writes a set if nobody has changed it since it was read. Returns why it was not written. */
export async function saveSet(
  filmId: number,
  base: EditedSet | null,
  values: ReturnType<typeof setOf>,
): Promise<string | undefined> {
  const { data, failure } = await runRequest((client) =>
    base
      ? client.from('sets').update(values).eq('id', base.id).eq('revision', base.revision).select('id')
      : client
          .from('sets')
          .insert({ ...values, film_id: filmId })
          .select('id'),
  )
  if (failure) return describe(failure)
  return data?.length === 1
    ? undefined
    : 'The box set was changed or deleted while you were editing. Cancel, and edit it again.'
}

function describe({ code, sentence }: Failure): string {
  return code === '23505' ? 'Another box set has this title or this number at criterion.com.' : sentence
}
