import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { runRequest } from '../../../../data/run-request.ts'
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx'
import { dismissToasts, toast } from '../../../../ui/toast/toast.ts'
import { whyNothingWasWritten } from '../../explain-empty-write.ts'
import { restoreFilm } from '../../restore-film.ts'
import { catalogueChanged, removeTitle, type Title } from '../../titles-query.ts'
import { Trackers } from './trackers.tsx'

/** The button, of which a list has many, brings its dialog along only when it is wanted. */
export function DeleteTitle({ title }: { title: Title }) {
  const button = useRef<HTMLButtonElement>(null)
  const [step, setStep] = useState<Step>('never')
  return (
    <>
      <button
        type="button"
        ref={button}
        aria-label={`Delete ${title.title}`}
        onClick={() => setStep('asking')}
      >
        Delete
      </button>
      {step !== 'never' && <DeleteDialog title={title} button={button} step={step} onStep={setStep} />}
    </>
  )
}

type Step = 'never' | 'closed' | 'asking' | 'deleting'

interface DialogProps {
  title: Title
  button: RefObject<HTMLButtonElement | null>
  step: Step
  onStep: (step: Step) => void
}

/** Deletes a film once that is confirmed by someone who knows how many people track it. */
function DeleteDialog({ title, button, step, onStep }: DialogProps) {
  const cache = useQueryClient()

  async function confirm() {
    onStep('deleting')
    dismissToasts(({ destructive }) => destructive === true)
    const { data, failure } = await runRequest((client) =>
      client.from('films').delete().eq('id', title.id).select('id'),
    )
    if (failure || data?.length !== 1) {
      const description = failure ? failure.sentence : await whyNothingWasWritten(cache, title.id)
      onStep('asking')
      return void toast({ title: 'Failed to delete film', description, destructive: true })
    }
    const next = editButtonAfter(button.current)
    flushSync(() => removeTitle(cache, title.id))
    next?.focus()
    void catalogueChanged(cache)
    toast({
      title: 'Film deleted successfully',
      description: `“${title.title}” is out of the catalogue.`,
      action: { label: 'Undo', onClick: () => restoreFilm(cache, title) },
    })
  }

  return (
    <ConfirmDialog
      open={step === 'asking' || step === 'deleting'}
      title="Are you sure you want to delete this film?"
      confirm={step === 'deleting' ? 'Deleting...' : 'Delete film'}
      busy={step === 'deleting'}
      onConfirm={confirm}
      onCancel={() => onStep('closed')}
    >
      <p>
        Spine {title.spine}, <strong>{title.title}</strong>.
      </p>
      <Trackers filmId={title.id} />
      <p>It can be brought back from the history, with what everybody tracked of it.</p>
    </ConfirmDialog>
  )
}

/** Where whoever works through the list goes on: the next row, else the last one. */
function editButtonAfter(button: HTMLElement | null): HTMLElement | null {
  const content = document.getElementById('content')
  const row = button?.closest('li')
  const edits = [...(content?.querySelectorAll('button') ?? [])].filter(
    (other) => other.textContent === 'Edit' && !row?.contains(other),
  )
  const isAfter = (other: Element) =>
    row && row.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING
  return edits.find(isAfter) ?? edits.at(-1) ?? content
}
