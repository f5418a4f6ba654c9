import type { QueryClient } from '@tanstack/react-query'
import { labelOf } from '../../../../../domain/film/columns.ts'
import { formatCount } from '../../../../../domain/film/format-count.ts'
import type { Flag } from '../../../../../domain/film/formats.ts'
import { randomUuid } from '../../../../data/random-uuid.ts'
import { type Failure, runRequest } from '../../../../data/run-request.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import type { FormatChange } from '../../format-owners.ts'
import { recheckIsAdmin } from '../../recheck-is-admin.ts'
import { catalogueChanged } from '../../titles-query.ts'
import { undoUpdate } from './undo-update.ts'

interface ManyChange {
  flag: Flag
  on: boolean
  /** The flag, for each of the films. */
  changes: FormatChange[]
}

/**
 * Sets a flag of many films in one transaction: all or none. Shows the outcome, with a button to undo it.
 * @param updateId the same for each try: if the response to a try was lost, the next one changes nothing twice.
 */
export async function changeMany(
  cache: QueryClient,
  change: ManyChange,
  updateId: string = randomUuid(),
): Promise<void> {
  const { flag, on, changes } = change
  const name = `${on ? 'Set' : 'Clear'} ${labelOf(flag)}`
  const { data: changed, failure } = await runRequest((client) =>
    client.rpc('change_film_formats', {
      update_id: updateId,
      update_name: name,
      changes,
    }),
  )
  // Also after a failure: the change may have succeeded without a response, and deleted films leave the list.
  await catalogueChanged(cache)
  if (failure?.code === '42501') void recheckIsAdmin(cache)
  if (failure) showFailure(failure, () => void changeMany(cache, change, updateId))
  else showSuccess(cache, name, changes.length, changed ?? 0, updateId)
}

function showSuccess(
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
    ? 'the other title already had this value, or does not have the format.'
    : `the other ${formatCount(others)} already had this value, or do not have the format.`
}

/** @param retry offered if there was no response. */
export function showFailure({ code, sentence }: Failure, retry: () => void): void {
  toast({
    title: 'Failed to update formats',
    description: code === '42501' ? 'Nothing was changed, because you are no longer an admin.' : sentence,
    destructive: true,
    ...(code === undefined && { action: { label: 'Try again', onClick: retry } }),
  })
}
