import type { QueryClient } from '@tanstack/react-query'
import { formatCount } from '../../../../../domain/film/format-count.ts'
import type { Flag } from '../../../../../domain/film/formats.ts'
import { randomUuid } from '../../../../data/random-uuid.ts'
import { type Failure, runRequest } from '../../../../data/run-request.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { COLUMN_NAMES } from '../../film-words.ts'
import type { FormatChange } from '../../format-owners.ts'
import { recheckAccess } from '../../recheck-is-admin.ts'
import { catalogueChanged } from '../../titles-query.ts'
import { undoUpdate } from './undo-update.ts'

interface ManyChange {
  flag: Flag
  on: boolean
  /** The flag for each of the films. */
  changes: FormatChange[]
}

/**
 * Sets a flag of many films in one transaction: all of them, or none. Says how it went, with a way back.
 * @param updateId the same for another try: what a request without an answer has done is not done twice.
 */
export async function changeMany(
  cache: QueryClient,
  change: ManyChange,
  updateId: string = randomUuid(),
): Promise<void> {
  const { flag, on, changes } = change
  const name = `${on ? 'Set' : 'Clear'} ${COLUMN_NAMES[flag]}`
  const { data: changed, failure } = await runRequest((client) =>
    client.rpc('change_film_formats', {
      update_id: updateId,
      update_name: name,
      changes,
    }),
  )
  // After a failure, too: a lost answer may have been a yes, and films that are gone leave the list.
  await catalogueChanged(cache)
  if (failure?.code === '42501') void recheckAccess(cache)
  if (failure) tellFailure(failure, () => void changeMany(cache, change, updateId))
  else tellSuccess(cache, name, changes.length, changed ?? 0, updateId)
}

function tellSuccess(
  cache: QueryClient,
  name: string,
  asked: number,
  changed: number,
  updateId: string,
): void {
  const others = asked - changed
  toast({
    title: `Updated ${formatCount(changed)} film formats!`,
    description: others === 0 ? `${name}.` : `${name}; ${notChanged(others)}`,
    ...(changed > 0 && { action: { label: 'Undo', onClick: () => void undoUpdate(cache, updateId) } }),
  })
}

function notChanged(others: number): string {
  return others === 1
    ? 'the other title was so already, or does not have the format.'
    : `the other ${formatCount(others)} were so already, or do not have the format.`
}

/** @param again for a request that has got no answer. */
export function tellFailure({ code, sentence }: Failure, again: () => void): void {
  toast({
    title: 'Failed to update formats',
    description: code === '42501' ? 'You are not an admin any more: nothing was changed.' : sentence,
    destructive: true,
    ...(code === undefined && { action: { label: 'Try again', onClick: again } }),
  })
}
