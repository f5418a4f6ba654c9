import { useId, useState } from 'react'
import {
  type Flag,
  FORMAT_LABELS,
  FORMAT_NAMES,
  FORMATS,
  type Format,
} from '../../../../domain/film/formats.ts'
import { LINE_MAX_LENGTH, NOTE_MAX_LENGTH } from '../../../../domain/text-lengths.ts'
import { Ticket } from '../../../ui/disc/ticket.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { DetailForm } from '../details/detail-form.tsx'
import detail from '../details/detail-section.module.css'
import { CONDITIONS, type CopyDraft, checkDraft } from './copy.ts'
import styles from './copy-form.module.css'

interface Props {
  film: Record<Flag, boolean>
  label: string
  initial: CopyDraft
  refusal?: string | undefined
  onSave: (draft: CopyDraft) => void
  onCancel: () => void
  onRemove?: () => void
}

const UNKNOWN = { value: '', label: '' }
const CONDITION_OPTIONS = [
  UNKNOWN,
  ...Object.entries(CONDITIONS).map(([value, label]) => ({ value, label: label as string })),
]
const SLIPCOVER_OPTIONS = [UNKNOWN, { value: 'yes', label: 'Yes' }, { value: 'no', label: 'No' }]

/** The form of a copy. */
export function CopyForm({ film, label, initial, refusal, onSave, onCancel, onRemove }: Props) {
  const [first] = useState(initial)
  const [draft, setDraft] = useState(first)
  const set = (name: keyof CopyDraft) => (value: string) => setDraft({ ...draft, [name]: value })
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
      remove={onRemove && { label: 'Remove this copy', onRemove }}
      renderFields={(field) => (
        <>
          <FormatChoice
            film={film}
            initial={initial.format as Format}
            value={draft.format as Format}
            onChange={set('format')}
          />
          <Field label="Bought on" placeholder="3 Apr 1999" {...field('acquiredOn')} />
          <Field label="Price" inputMode="text" {...field('price')} />
          <Select
            stacked
            label="Condition"
            value={draft.condition}
            options={CONDITION_OPTIONS}
            onChange={set('condition')}
          />
          <Field label="Shelf" maxLength={LINE_MAX_LENGTH} {...field('place')} />
          <Field label="Lent to" maxLength={LINE_MAX_LENGTH} {...field('lentTo')} />
          <Field label="Since" {...field('lentOn')} />
          <Field label="Store" maxLength={LINE_MAX_LENGTH} {...field('store')} />
          <Select
            stacked
            label="Slipcover"
            value={draft.slipcover}
            options={SLIPCOVER_OPTIONS}
            onChange={set('slipcover')}
          />
          <div className={detail.whole}>
            <TextArea label="Note" maxLength={NOTE_MAX_LENGTH} {...field('note')} />
          </div>
        </>
      )}
    />
  )
}

interface ChoiceProps {
  film: Record<Flag, boolean>
  /** The present format of the copy, which the catalogue may no longer list. */
  initial: Format
  value: Format
  onChange: (format: Format) => void
}

function FormatChoice({ film, initial, value, onChange }: ChoiceProps) {
  const name = useId()
  return (
    <fieldset className={styles.formats}>
      <legend className={styles.legend}>Format</legend>
      <div className={styles.tickets}>
        {FORMATS.filter((format) => film[format] || format === initial).map((format) => (
          <label key={format} className={styles.format}>
            <input
              type="radio"
              name={name}
              className={styles.radio}
              aria-label={FORMAT_NAMES[format]}
              checked={format === value}
              onChange={() => onChange(format)}
            />
            <Ticket printed={format === value} outOfPrint={film[`${format}_oop`]}>
              {FORMAT_LABELS[format]}
            </Ticket>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
