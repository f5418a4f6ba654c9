import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { randomUuid } from '../../../../data/random-uuid.ts'
import { HISTORY } from '../../history/history-query.ts'
import { type RevertOutcome, revertUpdate } from '../../history/revert-outcome.ts'
import { recheckAccess } from '../../recheck-is-admin.ts'
import { catalogueChanged } from '../../titles-query.ts'

type Reverting =
  | { status: 'none' }
  | { status: 'reverting' }
  | { status: 'failed'; sentence: string }
  | { status: 'reverted'; outcome: RevertOutcome }

/** A way to take an update back, and what came of it. */
export function useRevert(update: string): [revert: () => void, state: Reverting] {
  const cache = useQueryClient()
  const [state, setState] = useState<Reverting>({ status: 'none' })
  // The same for each try.
  const [asUpdate] = useState(randomUuid)

  async function revert() {
    if (state.status === 'reverting') return
    setState({ status: 'reverting' })
    const answer = await revertUpdate(update, asUpdate)
    setState(
      answer.failure
        ? { status: 'failed', sentence: `The update was not reverted. ${answer.failure.sentence}` }
        : { status: 'reverted', outcome: answer.outcome },
    )
    if (answer.failure?.code === '42501') void recheckAccess(cache)
    void catalogueChanged(cache)
    cache.invalidateQueries({ queryKey: [HISTORY] })
  }

  return [revert, state]
}
