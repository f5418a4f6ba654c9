import { useEffect, useRef, useState } from 'react'
import { randomUuid } from '../../data/random-uuid.ts'
import { commitImport, type Import, type SentImport, undoImport } from './commit-import.ts'

/** Where an import is between the preview and its result. */
export type Commit =
  | { status: 'idle'; refusal?: string }
  | { status: 'sending' }
  /** It is unknown whether it was written: all of it was, or nothing. It can be sent again. */
  | { status: 'unknown'; sent: SentImport; sentence: string }
  | { status: 'written'; made: Import; films: SentImport['films']; undo: Undo }

export type Written = Extract<Commit, { status: 'written' }>

type Undo =
  | { status: 'idle'; failure?: string }
  | { status: 'undoing' }
  | { status: 'undone'; removed: number }

export type Importing = ReturnType<typeof useCommit>

/** @param onChanged is called when marks of the person were changed. */
export function useCommit(onChanged: () => void) {
  const [commit, setCommit] = useState<Commit>({ status: 'idle' })
  const resend = useRef<() => void>(undefined)
  useLeaveWarning(commit.status === 'sending' || commit.status === 'unknown')

  async function send(sent: SentImport) {
    setCommit({ status: 'sending' })
    const outcome = await commitImport(sent)
    if (outcome.status === 'written') {
      setCommit({ status: 'written', made: outcome.made, films: sent.films, undo: { status: 'idle' } })
      onChanged()
    } else if (outcome.status === 'refused') {
      setCommit({ status: 'idle', refusal: `${outcome.failure.sentence} Nothing was imported.` })
    } else {
      setCommit({ status: 'unknown', sent, sentence: outcome.failure.sentence })
    }
  }

  async function undo({ made, films }: Written) {
    const show = (undo: Undo) => setCommit({ status: 'written', made, films, undo })
    show({ status: 'undoing' })
    const outcome = await undoImport(made.id)
    if (outcome.status === 'written') {
      const removed = outcome.made.removed ?? 0
      show({ status: 'undone', removed })
      onChanged()
    } else {
      show({ status: 'idle', failure: outcome.failure.sentence })
    }
  }

  resend.current = commit.status === 'unknown' ? () => void send(commit.sent) : undefined
  // Sending it again cannot write it twice, so it is sent without asking.
  useEffect(() => {
    const again = () => resend.current?.()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])

  return {
    commit,
    send: (name: string, films: SentImport['films'], sets?: SentImport['sets']) =>
      send({ id: randomUuid(), name, films, ...(sets && { sets }) }),
    sendAgain: (sent: SentImport) => send(sent),
    undo,
    reset: () => setCommit({ status: 'idle' }),
  }
}

/** Has the browser ask before the tab closes while it is not known whether an import was written. */
function useLeaveWarning(isOpen: boolean) {
  useEffect(() => {
    if (!isOpen) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isOpen])
}
