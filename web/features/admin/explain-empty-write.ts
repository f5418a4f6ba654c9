import type { QueryClient } from '@tanstack/react-query'
import { runRequest } from '../../data/run-request.ts'
import { recheckIsAdmin } from './recheck-is-admin.ts'
import { catalogueChanged } from './titles-query.ts'

/** Explains why a write changed no film: the film is gone, or the person is no longer an admin. Refreshes the page. */
export async function explainEmptyWrite(cache: QueryClient, filmId: number): Promise<string> {
  const { data: film, failure } = await runRequest((client) =>
    client.from('films').select('id').eq('id', filmId).maybeSingle(),
  )
  if (failure) return failure.sentence
  if (!film) {
    void catalogueChanged(cache)
    return 'Someone has deleted the film. You can restore it from the history.'
  }
  void recheckIsAdmin(cache)
  return 'You are no longer an admin. Ask another admin to make you one again.'
}
