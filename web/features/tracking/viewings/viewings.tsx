import { useState } from 'react'
import { formatPartialDate } from '../../../../domain/dates/partial-date.ts'
import { NOTE_MAX_LENGTH } from '../../../../domain/text-lengths.ts'
import { randomUuid } from '../../../data/random-uuid.ts'
import { useHasEnded } from '../../../session/session-ended.tsx'
import { EditButton } from '../../../ui/button/edit-button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { useInlineForm } from '../../../ui/form/use-inline-form.ts'
import { DetailForm } from '../details/detail-form.tsx'
import row from '../details/detail-row.module.css'
import detail from '../details/detail-section.module.css'
import { DetailSection } from '../details/detail-section.tsx'
import type { Viewing } from '../details/details.ts'
import type { Refused } from '../details/refused-details.ts'
import { Stars, StarsField } from './stars.tsx'
import { checkDraft, draftOf, newDraft, readDraft, type ViewingDraft } from './viewing.ts'

interface Props {
  viewings: readonly Viewing[]
  refused: readonly Refused<Viewing>[]
  isQueued: (viewing: Viewing) => boolean
  onSave: (viewing: Viewing) => void
  onRemove: (viewing: Viewing) => void
}

/** When a person watched a film, the last time first. */
export function Viewings({ viewings, refused, isQueued, onSave, onRemove }: Props) {
  const form = useInlineForm()
  const refusedNew = refused.filter(({ entry }) => viewings.every(({ id }) => id !== entry.id))

  return (
    <DetailSection
      heading="Viewings"
      add="Add a viewing"
      isAdding={form.isOpen}
      button={form.button}
      onAdd={form.open}
    >
      {refusedNew.map(({ entry, sentence, forget }) => (
        <ViewingForm
          key={entry.id}
          label="New viewing"
          initial={draftOf(entry)}
          refusal={sentence}
          onSave={(draft) => {
            forget()
            onSave(readDraft(entry.id, draft))
          }}
          onCancel={forget}
        />
      ))}
      {form.isOpen && (
        <ViewingForm
          label="New viewing"
          initial={newDraft()}
          onSave={(draft) => {
            onSave(readDraft(randomUuid(), draft))
            form.close()
          }}
          onCancel={form.close}
        />
      )}
      {viewings.length > 0 ? (
        <ul>
          {viewings.map((viewing) => (
            <EditableViewing
              key={viewing.id}
              viewing={viewing}
              refused={refused.find(({ entry }) => entry.id === viewing.id)}
              isQueued={isQueued(viewing)}
              onSave={onSave}
              onRemove={onRemove}
            />
          ))}
        </ul>
      ) : (
        !form.isOpen && <p className={detail.none}>Note when you watched it, and what you thought of it.</p>
      )}
    </DetailSection>
  )
}

interface EditableProps extends Pick<Props, 'onSave' | 'onRemove'> {
  viewing: Viewing
  refused: Refused<Viewing> | undefined
  isQueued: boolean
}

function EditableViewing({ viewing, refused, isQueued, onSave, onRemove }: EditableProps) {
  const form = useInlineForm()
  const hasEnded = useHasEnded()

  function close() {
    refused?.forget()
    form.close()
  }

  if (form.isOpen || refused)
    return (
      <li>
        <ViewingForm
          key={form.isOpen ? 'opened' : 'refused'}
          label="Viewing"
          initial={draftOf(refused && !form.isOpen ? refused.entry : viewing)}
          refusal={refused?.sentence}
          onSave={(draft) => {
            close()
            onSave(readDraft(viewing.id, draft))
          }}
          onCancel={close}
          onRemove={() => {
            refused?.forget()
            onRemove(viewing)
          }}
        />
      </li>
    )
  if (hasEnded) return null
  const date = viewing.watched_on === null ? 'Some time' : formatPartialDate(viewing.watched_on)
  return (
    <li className={row.row}>
      <span className={isQueued ? row.queued : undefined} title={isQueued ? 'Not sent yet' : undefined}>
        {date}
      </span>
      <span className={row.second}>{viewing.rating !== null && <Stars rating={viewing.rating} />}</span>
      <p className={viewing.note ? row.note : row.noNote}>{viewing.note ?? 'No note'}</p>
      <span className={row.edit}>
        <EditButton ref={form.button} label={`Edit the viewing: ${date}`} onClick={form.open} />
      </span>
    </li>
  )
}

interface FormProps {
  label: string
  initial: ViewingDraft
  refusal?: string | undefined
  onSave: (draft: ViewingDraft) => void
  onCancel: () => void
  onRemove?: () => void
}

function ViewingForm({ label, initial, refusal, onSave, onCancel, onRemove }: FormProps) {
  const [first] = useState(initial)
  const [draft, setDraft] = useState(first)
  return (
    <DetailForm
      label={label}
      draft={draft}
      refusal={refusal}
      isChanged={draft !== first}
      check={checkDraft}
      onChange={setDraft}
      onSave={onSave}
      onCancel={onCancel}
      remove={onRemove && { label: 'Remove this viewing', onRemove }}
      renderFields={(field) => (
        <>
          <Field label="Seen on" hint="Empty if you do not remember" {...field('watchedOn')} />
          <StarsField
            label="Stars"
            value={Number(draft.rating)}
            onChange={(rating) => setDraft({ ...draft, rating: rating === 0 ? '' : String(rating) })}
          />
          <div className={detail.last}>
            <TextArea label="Note" maxLength={NOTE_MAX_LENGTH} {...field('note')} />
          </div>
        </>
      )}
    />
  )
}
