import type { QueryClient } from '@tanstack/react-query'
import { runRequest } from '../../data/run-request.ts'
import { recheckAccess } from './recheck-is-admin.ts'
import { catalogueChanged } from './titles-query.ts'

/** Why a change found no film to change: it is gone, or its person is no admin any more. The page finds out, too. */
export async function whyNothingWasWritten(cache: QueryClient, filmId: number): Promise<string> {
  const { data: film, failure } = await runRequest((client) =>
    client.from('films').select('id').eq('id', filmId).maybeSingle(),
  )
  if (failure) return failure.sentence
  if (!film) {
    void catalogueChanged(cache)
    return 'Someone has deleted the film meanwhile. Its history can bring it back.'
  }
  void recheckAccess(cache)
  return 'You are not an admin any more. Ask another admin to make you one again.'
}
