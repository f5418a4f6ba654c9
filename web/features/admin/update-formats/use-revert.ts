import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { randomUuid } from '../../../random-uuid.ts'
import { HISTORY } from '../history/history-query.ts'
import { revertUpdate } from '../history/revert-outcome.ts'
import { catalogueChanged } from '../titles-query.ts'
import { revertInWords } from './outcome-words.ts'

type Reverting =
  | { status: 'none' }
  | { status: 'reverting' }
  | { status: 'failed' | 'reverted'; sentence: string }

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
        : { status: 'reverted', sentence: revertInWords(answer.outcome) },
    )
    void catalogueChanged(cache)
    cache.invalidateQueries({ queryKey: [HISTORY] })
  }

  return [revert, state]
}
