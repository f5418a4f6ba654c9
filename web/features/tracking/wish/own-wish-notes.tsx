import { useState } from 'react'
import { formatPrice } from '../../../../domain/money/price.ts'
import { NOTE_MAX_LENGTH } from '../../../../domain/text-lengths.ts'
import { useHasEnded } from '../../../session/session-ended.tsx'
import { EditButton } from '../../../ui/button/edit-button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { useInlineForm } from '../../../ui/form/use-inline-form.ts'
import { priceOf } from '../copies/copy.ts'
import { DetailForm } from '../details/detail-form.tsx'
import row from '../details/detail-row.module.css'
import detail from '../details/detail-section.module.css'
import { DetailSection } from '../details/detail-section.tsx'
import type { Wish } from '../details/details.ts'
import type { Refused } from '../details/refused-details.ts'
import { PRIORITIES } from '../details/wish-texts.ts'
import { checkDraft, draftOf, hasNotes, readDraft } from './wish-draft.ts'

interface Props {
  wish: Wish
  refused: Refused<Partial<Wish>> | undefined
  onSave: (wish: Wish) => void
}

/** How much a person wants a film, for what price, and why. */
export function OwnWishNotes({ wish, refused, onSave }: Props) {
  const form = useInlineForm()
  const hasEnded = useHasEnded()
  const isNoted = hasNotes(wish)
  const price = priceOf(wish)
  const isOpen = form.isOpen || refused !== undefined

  function close() {
    refused?.forget()
    form.close()
  }

  return (
    <DetailSection
      heading="My wish"
      add="Add a note"
      isAdding={isOpen || isNoted}
      button={form.button}
      onAdd={form.open}
    >
      {isOpen ? (
        <WishForm
          key={form.isOpen ? 'opened' : 'refused'}
          initial={refused && !form.isOpen ? { ...wish, ...refused.entry } : wish}
          refusal={refused?.sentence}
          onSave={(changed) => {
            close()
            onSave(changed)
          }}
          onCancel={close}
        />
      ) : hasEnded ? null : isNoted ? (
        <div className={row.row}>
          <span>{wish.priority === null ? 'No priority' : `Priority ${wish.priority}`}</span>
          <span>{price && formatPrice(price)}</span>
          <p className={wish.note ? row.note : row.noNote}>{wish.note ?? 'No note'}</p>
          <span className={row.edit}>
            <EditButton ref={form.button} label="Edit the wish" onClick={form.open} />
          </span>
        </div>
      ) : (
        <p className={detail.none}>Note how much you want it, for what price, and why.</p>
      )}
    </DetailSection>
  )
}

interface FormProps {
  initial: Wish
  refusal: string | undefined
  onSave: (wish: Wish) => void
  onCancel: () => void
}

function WishForm({ initial, refusal, onSave, onCancel }: FormProps) {
  const [first] = useState(() => draftOf(initial))
  const [draft, setDraft] = useState(first)
  return (
    <DetailForm
      label="Wish"
      draft={draft}
      refusal={refusal}
      isChanged={draft !== first}
      check={checkDraft}
      onChange={setDraft}
      onSave={(typed) => onSave(readDraft(initial, typed))}
      onCancel={onCancel}
      renderFields={(field) => (
        <>
          <Select
            stacked
            label="Priority"
            value={draft.priority}
            options={PRIORITIES}
            onChange={(priority) => setDraft({ ...draft, priority })}
          />
          <Field label="Price" {...field('price')} />
          <div className={detail.last}>
            <TextArea label="Note" maxLength={NOTE_MAX_LENGTH} {...field('note')} />
          </div>
        </>
      )}
    />
  )
}
