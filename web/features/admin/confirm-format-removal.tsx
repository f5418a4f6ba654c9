import { type ReactNode, useEffect, useState } from 'react'
import type { Failure } from '../../data/run-request.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { countOwners, type FormatChange, ownersInWords } from './format-owners.ts'

/** Asks for confirmation if people own a format that the changes remove. `failure`: the owners could not be counted. */
export type ConfirmFormatRemoval = (
  changes: FormatChange[],
) => Promise<{ isConfirmed: boolean; failure?: Failure }>

interface Question {
  owners: number
  /** Undefined once the question is answered. */
  resolve?: ((isConfirmed: boolean) => void) | undefined
}

/** Returns a function that asks before formats that people own are removed, and the dialog that it shows. */
export function useConfirmFormatRemoval(): { confirm: ConfirmFormatRemoval; dialog: ReactNode } {
  const [asked, setAsked] = useState<Question>()
  // A question that unmounts unanswered counts as no.
  useEffect(() => () => asked?.resolve?.(false), [asked])

  async function confirm(changes: FormatChange[]) {
    const { owners, failure } = await countOwners(changes)
    // A person who is no longer an admin gets that error from the change itself.
    if (failure) return failure.code === '42501' ? { isConfirmed: true } : { isConfirmed: false, failure }
    if (owners === 0) return { isConfirmed: true }
    const { promise, resolve } = Promise.withResolvers<boolean>()
    setAsked({ owners, resolve })
    return { isConfirmed: await promise }
  }

  function answer(isConfirmed: boolean) {
    asked?.resolve?.(isConfirmed)
    setAsked(asked && { owners: asked.owners })
  }

  return {
    confirm,
    dialog: asked && (
      <ConfirmDialog
        open={asked.resolve !== undefined}
        title="Remove formats that people own?"
        confirm="Remove"
        onConfirm={() => answer(true)}
        onCancel={() => answer(false)}
      >
        <p>{ownersInWords(asked.owners)}</p>
      </ConfirmDialog>
    ),
  }
}
