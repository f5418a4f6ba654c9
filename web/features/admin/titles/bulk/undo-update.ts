import type { QueryClient } from '@tanstack/react-query'
import { formatCount } from '../../../../../domain/film/format-count.ts'
import { randomUuid } from '../../../../data/random-uuid.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { type RevertOutcome, revertUpdate } from '../../history/revert-outcome.ts'
import { recheckAccess } from '../../recheck-is-admin.ts'
import { catalogueChanged } from '../../titles-query.ts'

// More would not fit a message; the history has them all.
const NAMED = 5

/** Takes an update back and says what came of it. @param asUpdate the same for another try. */
export async function undoUpdate(
  cache: QueryClient,
  updateId: string,
  asUpdate: string = randomUuid(),
): Promise<void> {
  const answer = await revertUpdate(updateId, asUpdate)
  await catalogueChanged(cache)
  if (answer.failure) {
    const { code, sentence } = answer.failure
    if (code === '42501') void recheckAccess(cache)
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
  const { reverted, overtaken } = answer.outcome
  toast({ title: 'Update undone', description: [titles(reverted), ...stays(overtaken)].join(' ') })
}

function titles(reverted: number): string {
  return reverted === 1
    ? 'One title is as it was before.'
    : `${formatCount(reverted)} titles are as they were before.`
}

function stays(overtaken: RevertOutcome['overtaken']): string[] {
  if (overtaken.length === 0) return []
  const named = overtaken.slice(0, NAMED).map(({ spine, title }) => `${title} (${spine})`)
  const more = overtaken.length - named.length
  const list = new Intl.ListFormat('en').format(more > 0 ? [...named, `${more} more`] : named)
  return [`Changed by someone since, and left alone: ${list}.`]
}
