import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { randomUuid } from '../../../data/random-uuid.ts'
import dialog from '../../../ui/dialog/dialog.module.css'
import { Button } from '../../../ui/form/button.tsx'
import { recheckAccess } from '../recheck-is-admin.ts'
import { catalogueChanged } from '../titles-query.ts'
import type { UpdateEntry } from './entry.ts'
import { filmsInWords } from './films-in-words.ts'
import { HISTORY } from './history-query.ts'
import { type RevertOutcome, revertUpdate } from './revert-outcome.ts'
import styles from './revert-update.module.css'

type Step =
  | { status: 'asking'; failure?: string }
  | { status: 'reverting' }
  | { status: 'done'; outcome: RevertOutcome }

/** Takes an update back once that is confirmed, and says exactly what came of it. */
export function RevertUpdate({ entry }: { entry: UpdateEntry }) {
  const cache = useQueryClient()
  const [open, setOpen] = useState(false)
  const [step, setStep] = useState<Step>({ status: 'asking' })
  // The same for each try.
  const [asUpdate] = useState(randomUuid)

  async function revert() {
    if (step.status === 'reverting') return
    setStep({ status: 'reverting' })
    const answer = await revertUpdate(entry.id, asUpdate)
    if (answer.failure?.code === '42501') void recheckAccess(cache)
    if (answer.failure) return setStep({ status: 'asking', failure: answer.failure.sentence })
    setStep({ status: 'done', outcome: answer.outcome })
    void catalogueChanged(cache)
  }

  function openOrClose(next: boolean) {
    if (step.status === 'reverting') return
    setOpen(next)
    if (next) return setStep({ status: 'asking' })
    // Only now: once the entry says that it is taken back, neither the button nor this dialog is there any more.
    if (step.status === 'done') cache.invalidateQueries({ queryKey: [HISTORY] })
  }

  if (entry.reverted) return <span className={styles.reverted}>Taken back</span>
  if (!entry.revertible) return null
  return (
    <AlertDialog.Root open={open} onOpenChange={openOrClose}>
      <AlertDialog.Trigger render={<Button small aria-label={`Revert ${entry.name}`} />}>
        Revert
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog.backdrop} />
        <AlertDialog.Popup
          className={dialog.popup}
          finalFocus={() => (step.status === 'done' ? document.getElementById('content') : true)}
        >
          <AlertDialog.Title className={dialog.title}>
            {step.status === 'done' ? 'What was taken back' : 'Take this update back?'}
          </AlertDialog.Title>
          <AlertDialog.Description className={dialog.text} render={<div />}>
            {step.status === 'done' ? <Outcome {...step.outcome} /> : <Question entry={entry} />}
          </AlertDialog.Description>
          <p className={styles.failure} role="alert">
            {step.status === 'asking' && step.failure}
          </p>
          <div className={dialog.buttons}>
            <AlertDialog.Close render={<Button />}>
              {step.status === 'done' ? 'Close' : 'Cancel'}
            </AlertDialog.Close>
            {step.status !== 'done' && (
              <Button
                look="solid"
                aria-disabled={step.status === 'reverting'}
                // Whoever clicked twice on what asks has not answered.
                onClick={({ detail }) => detail > 1 || revert()}
              >
                {step.status === 'reverting' ? 'Reverting...' : `Revert ${filmsInWords(entry.films)}`}
              </Button>
            )}
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

function Question({ entry: { name, films } }: { entry: UpdateEntry }) {
  return (
    <>
      <strong>{name}</strong> wrote {filmsInWords(films)}. They become what they were before, except those
      that it added and those in which something newer stands.
    </>
  )
}

function Outcome({ reverted, overtaken }: RevertOutcome) {
  return (
    <div role="status">
      <p>
        {reverted === 0
          ? 'Nothing was taken back.'
          : `${filmsInWords(reverted)} ${reverted === 1 ? 'is' : 'are'} as before.`}
        {overtaken.length > 0 &&
          ` ${filmsInWords(overtaken.length)} stayed, being changed, deleted or taken back since:`}
      </p>
      <ul className={styles.overtaken}>
        {overtaken.map(({ spine, title }) => (
          <li key={spine}>
            {spine} {title}
          </li>
        ))}
      </ul>
    </div>
  )
}
