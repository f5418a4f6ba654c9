import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { attempt } from '../../../attempt.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { restoreFilm } from '../restore-film.ts'
import { whyNothingWasWritten } from '../titles/why-nothing-was-written.ts'
import { catalogueChanged, removeTitle, type Title } from '../titles-query.ts'
import { Trackers } from './trackers.tsx'

/** Deletes a film once that is confirmed by someone who knows how many people track it. */
export function DeleteTitle({ title }: { title: Title }) {
  const cache = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const next = useRef<HTMLElement>(null)
  const [step, setStep] = useState<'closed' | 'asking' | 'deleting'>('closed')

  async function confirm() {
    setStep('deleting')
    const { data, failure } = await attempt((client) =>
      client.from('films').delete().eq('id', title.id).select('id'),
    )
    if (failure || data?.length !== 1) {
      const description = failure ? failure.sentence : await whyNothingWasWritten(cache, title.id)
      setStep('asking')
      return void toast({ title: 'Failed to delete film', description, destructive: true })
    }
    next.current = editButtonBeside(button.current)
    setStep('closed')
    removeTitle(cache, title.id)
    void catalogueChanged(cache)
    toast({
      title: 'Film deleted successfully',
      description: `“${title.title}” is out of the catalogue.`,
      action: { label: 'Undo', onClick: () => restoreFilm(cache, title) },
    })
  }

  return (
    <>
      <Button small ref={button} onClick={() => setStep('asking')} aria-label={`Delete ${title.title}`}>
        Delete
      </Button>
      <ConfirmDialog
        open={step !== 'closed'}
        title="Are you sure you want to delete this film?"
        confirm={step === 'deleting' ? 'Deleting...' : 'Delete film'}
        busy={step === 'deleting'}
        onConfirm={confirm}
        onCancel={() => setStep('closed')}
        finalFocus={() => next.current ?? true}
      >
        <p>
          Spine {title.spine}, <strong>{title.title}</strong>.
        </p>
        {step !== 'closed' && <Trackers filmId={title.id} />}
        <p>It can be brought back from the history, with what everybody tracked of it.</p>
      </ConfirmDialog>
    </>
  )
}

/** Where whoever works through the list goes on: the next row, else the one before. */
function editButtonBeside(button: HTMLElement | null): HTMLElement | null {
  const row = button?.closest('li, tr')
  const buttons = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelectorAll('button')
  const edit = [...(buttons ?? [])].find(({ textContent }) => textContent === 'Edit')
  return edit ?? document.getElementById('content')
}
