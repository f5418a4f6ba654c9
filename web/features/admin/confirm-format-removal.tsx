import { type ReactNode, useEffect, useState } from 'react'
import type { Failure } from '../../data/run-request.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { countOwners, type FormatChange, ownersInWords } from './format-owners.ts'

/** Answers whether changes are meant, where people own what they remove; a failure where that could not be found out. */
export type AskOwners = (changes: FormatChange[]) => Promise<{ isMeant: boolean; failure?: Failure }>

interface Question {
  owners: number
  /** Until it is answered. */
  answer?: ((isMeant: boolean) => void) | undefined
}

/** A question that comes before the removal of formats that people own, and what draws it. */
export function useOwnersQuestion(): { ask: AskOwners; question: ReactNode } {
  const [asked, setAsked] = useState<Question>()
  // Where the question goes without an answer, it is a no.
  useEffect(() => () => asked?.answer?.(false), [asked])

  async function ask(changes: FormatChange[]) {
    const { owners, failure } = await countOwners(changes)
    // Who is no admin any more is told so by the change itself.
    if (failure) return failure.code === '42501' ? { isMeant: true } : { isMeant: false, failure }
    if (owners === 0) return { isMeant: true }
    const { promise, resolve } = Promise.withResolvers<boolean>()
    setAsked({ owners, answer: resolve })
    return { isMeant: await promise }
  }

  function answer(isMeant: boolean) {
    asked?.answer?.(isMeant)
    setAsked(asked && { owners: asked.owners })
  }

  return {
    ask,
    question: asked && (
      <ConfirmDialog
        open={asked.answer !== undefined}
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
