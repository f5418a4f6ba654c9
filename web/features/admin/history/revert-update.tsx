import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { randomUuid } from '../../../data/random-uuid.ts'
import { Button } from '../../../ui/button/button.tsx'
import dialog from '../../../ui/dialog/dialog.module.css'
import { recheckIsAdmin } from '../recheck-is-admin.ts'
import { catalogueChanged } from '../titles-query.ts'
import type { UpdateEntry } from './entry.ts'
import { changedInWords } from './films-in-words.ts'
import { HISTORY } from './history-query.ts'
import { type RevertOutcome, revertUpdate } from './revert-outcome.ts'
import styles from './revert-update.module.css'

type Step =
  | { status: 'asking'; failure?: string }
  | { status: 'reverting' }
  | { status: 'done'; outcome: RevertOutcome }

/** Reverts an update after a confirmation, and shows the exact outcome. */
export function RevertUpdate({ entry }: { entry: UpdateEntry }) {
  const cache = useQueryClient()
  const [open, setOpen] = useState(false)
  const [step, setStep] = useState<Step>({ status: 'asking' })
  // The id of the revert, the same for each try.
  const [asUpdate] = useState(randomUuid)

  async function revert() {
    if (step.status === 'reverting') return
    setStep({ status: 'reverting' })
    const result = await revertUpdate(entry.id, asUpdate)
    if (result.failure?.code === '42501') void recheckIsAdmin(cache)
    if (result.failure) return setStep({ status: 'asking', failure: result.failure.sentence })
    setStep({ status: 'done', outcome: result.outcome })
    void catalogueChanged(cache)
  }

  function openOrClose(next: boolean) {
    if (step.status === 'reverting') return
    setOpen(next)
    if (next) return setStep({ status: 'asking' })
    // Only on closing: a reverted entry has neither this button nor this dialog.
    if (step.status === 'done') cache.invalidateQueries({ queryKey: [HISTORY] })
  }

  if (entry.reverted) return <span className={styles.reverted}>Reverted</span>
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
            {step.status === 'done' ? 'Update reverted' : 'Revert this update?'}
          </AlertDialog.Title>
          <AlertDialog.Description className={dialog.text} render={<div />}>
            {step.status === 'done' ? (
              <Outcome {...step.outcome} ofSets={entry.ofSets} />
            ) : (
              <Question entry={entry} />
            )}
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
                // Ignores the second click of a double click on the button that opened this dialog.
                onClick={({ detail }) => detail > 1 || revert()}
              >
                {step.status === 'reverting' ? 'Reverting...' : `Revert ${changedInWords(entry)}`}
              </Button>
            )}
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

function Question({ entry }: { entry: UpdateEntry }) {
  return (
    <>
      <strong>{entry.name}</strong> changed {changedInWords(entry)}. Reverting restores their previous values,
      except for {entry.ofSets ? 'sets' : 'films'} that the update added and those that have been changed
      since.
    </>
  )
}

function Outcome({ reverted, overtaken, ofSets }: RevertOutcome & { ofSets: boolean }) {
  const inWords = (films: number) => changedInWords({ films, ofSets })
  return (
    <div role="status">
      <p>
        {reverted === 0
          ? 'Nothing was reverted.'
          : `${inWords(reverted)} ${reverted === 1 ? 'was' : 'were'} reverted.`}
        {overtaken.length > 0 &&
          ` ${inWords(overtaken.length)} ${overtaken.length === 1 ? 'was' : 'were'} not reverted, because of a later change, deletion or revert:`}
      </p>
      <ul className={styles.overtaken}>
        {overtaken.map(({ spine, title }) => (
          <li key={`${spine} ${title}`}>
            {spine} {title}
          </li>
        ))}
      </ul>
    </div>
  )
}
