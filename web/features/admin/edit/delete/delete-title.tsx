import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { runRequest } from '../../../../data/run-request.ts'
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx'
import { dismissToasts, toast } from '../../../../ui/toast/toast.ts'
import { explainEmptyWrite } from '../../explain-empty-write.ts'
import { restoreFilm } from '../../restore-film.ts'
import { type AdminFilm, catalogueChanged, removeFilm } from '../../titles-query.ts'
import { Trackers } from './trackers.tsx'

/** The Edit buttons of the rendered rows, by film id. */
export type EditButtons = Map<number, HTMLButtonElement>

interface Props {
  film: AdminFilm
  editButtons: EditButtons
}

/** The button that deletes a film. The list has many, so the dialog is rendered only after the first click. */
export function DeleteTitle({ film, editButtons }: Props) {
  const [step, setStep] = useState<Step>('never')
  return (
    <>
      <button type="button" aria-label={`Delete ${film.title}`} onClick={() => setStep('asking')}>
        Delete
      </button>
      {step !== 'never' && (
        <DeleteDialog film={film} editButtons={editButtons} step={step} onStep={setStep} />
      )}
    </>
  )
}

type Step = 'never' | 'closed' | 'asking' | 'deleting'

interface DialogProps extends Props {
  step: Step
  onStep: (step: Step) => void
}

/** Asks for confirmation, with the number of people who track the film, and deletes it. */
function DeleteDialog({ film, editButtons, step, onStep }: DialogProps) {
  const cache = useQueryClient()

  async function confirm() {
    onStep('deleting')
    dismissToasts(({ destructive }) => destructive === true)
    const { data, failure } = await runRequest((client) =>
      client.from('films').delete().eq('id', film.id).select('id'),
    )
    if (failure || data?.length !== 1) {
      const description = failure ? failure.sentence : await explainEmptyWrite(cache, film.id)
      onStep('asking')
      return void toast({ title: 'Failed to delete film', description, destructive: true })
    }
    const next = nextEditButton(editButtons, film.id) ?? document.getElementById('content')
    flushSync(() => removeFilm(cache, film.id))
    next?.focus()
    void catalogueChanged(cache)
    toast({
      title: 'Film deleted successfully',
      description: `“${film.title}” is no longer in the catalogue.`,
      action: { label: 'Undo', onClick: () => restoreFilm(cache, film) },
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
        Spine {film.spine}, <strong>{film.title}</strong>.
      </p>
      <Trackers filmId={film.id} />
      <p>You can restore it from the history, with everyone’s marks.</p>
    </ConfirmDialog>
  )
}

/** The Edit button of the next row, where an admin continues; of the last row if no other follows. */
function nextEditButton(editButtons: EditButtons, filmId: number): HTMLButtonElement | undefined {
  const own = editButtons.get(filmId)
  let next: HTMLButtonElement | undefined
  let last: HTMLButtonElement | undefined
  for (const button of editButtons.values()) {
    if (button === own) continue
    if (own && isAfter(button, own) && (!next || isAfter(next, button))) next = button
    if (!last || isAfter(button, last)) last = button
  }
  return next ?? last
}

function isAfter(one: Element, other: Element): boolean {
  return (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}
