import type { QueryClient } from '@tanstack/react-query'
import { formatCount } from '../../../../../domain/film/format-count.ts'
import { listText } from '../../../../../domain/list-text.ts'
import { randomUuid } from '../../../../data/random-uuid.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { type RevertOutcome, revertUpdate } from '../../history/revert-outcome.ts'
import { recheckIsAdmin } from '../../recheck-is-admin.ts'
import { catalogueChanged } from '../../titles-query.ts'

// More would not fit into the message; the history lists them all.
const MAX_NAMED = 5

/** Reverts an update and shows the outcome. @param asUpdate the id of the revert, the same for each try. */
export async function undoUpdate(
  cache: QueryClient,
  updateId: string,
  asUpdate: string = randomUuid(),
): Promise<void> {
  const result = await revertUpdate(updateId, asUpdate)
  await catalogueChanged(cache)
  if (result.failure) {
    const { code, sentence } = result.failure
    if (code === '42501') void recheckIsAdmin(cache)
    toast({
      title: 'Failed to undo the update',
      description: sentence,
      destructive: true,
      ...(code === undefined && {
        action: { label: 'Try again', onClick: () => void undoUpdate(cache, updateId, asUpdate) },
      }),
    })
    return
  }
  const { reverted, overtaken } = result.outcome
  toast({
    title: 'Update undone',
    description: [revertedInWords(reverted), ...notRevertedInWords(overtaken)].join(' '),
  })
}

function revertedInWords(reverted: number): string {
  return reverted === 1 ? '1 title was reverted.' : `${formatCount(reverted)} titles were reverted.`
}

function notRevertedInWords(overtaken: RevertOutcome['overtaken']): string[] {
  if (overtaken.length === 0) return []
  const named = overtaken.slice(0, MAX_NAMED).map(({ spine, title }) => `${title} (${spine})`)
  const more = overtaken.length - named.length
  const list = listText(more > 0 ? [...named, `${more} more`] : named)
  return [`Not reverted, because of a later change: ${list}.`]
}
