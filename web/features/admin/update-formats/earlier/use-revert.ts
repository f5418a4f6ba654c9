import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { randomUuid } from '../../../../data/random-uuid.ts'
import { HISTORY } from '../../history/history-query.ts'
import { type RevertOutcome, revertUpdate } from '../../history/revert-outcome.ts'
import { recheckIsAdmin } from '../../recheck-is-admin.ts'
import { catalogueChanged } from '../../titles-query.ts'

type Reverting =
  | { status: 'none' }
  | { status: 'reverting' }
  | { status: 'failed'; sentence: string }
  | { status: 'reverted'; outcome: RevertOutcome }

/** Returns a function that reverts an update, and its state. */
export function useRevert(update: string): [revert: () => void, state: Reverting] {
  const cache = useQueryClient()
  const [state, setState] = useState<Reverting>({ status: 'none' })
  // The id of the revert, the same for each try.
  const [asUpdate] = useState(randomUuid)

  async function revert() {
    if (state.status === 'reverting') return
    setState({ status: 'reverting' })
    const result = await revertUpdate(update, asUpdate)
    setState(
      result.failure
        ? { status: 'failed', sentence: `The update was not reverted. ${result.failure.sentence}` }
        : { status: 'reverted', outcome: result.outcome },
    )
    if (result.failure?.code === '42501') void recheckIsAdmin(cache)
    void catalogueChanged(cache)
    cache.invalidateQueries({ queryKey: [HISTORY] })
  }

  return [revert, state]
}
