import { ArrowUp, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { Button } from '../../../../ui/button/button.tsx'
import { Field } from '../../../../ui/form/field.tsx'
import { useFocusAfterRemoval } from '../../../../ui/use-focus-after-removal.ts'
import { emptyRow, type SetDraft, type SetRow } from './set-draft.ts'
import styles from './set-fields.module.css'
import type { NamedFilm } from './set-query.ts'
import type { useSetDraft } from './use-set-draft.ts'

/** The part of a film's form for the box set that the film is. */
export function SetFields({ editing }: { editing: ReturnType<typeof useSetDraft> }) {
  const { status, draft, faults, change } = editing
  const part = useRef<HTMLFieldSetElement & HTMLParagraphElement>(null)
  const id = useId()
  useFocusAfterRemoval(part, `[id="${id}"] input`)
  if (status === 'loading') return null
  if (status === 'unreadable') return <p role="status">The box set of this title could not be loaded.</p>
  if (!draft) {
    return (
      <p ref={part}>
        <Button small onClick={editing.begin}>
          This title is a box set
        </Button>
      </p>
    )
  }
  const set = (values: Partial<SetDraft>) => change({ ...draft, ...values })
  return (
    <fieldset ref={part} id={id} className={styles.group}>
      <legend className={styles.legend}>Box set</legend>
      <div className={styles.set}>
        <Field
          label="Title of the set"
          value={draft.title}
          onChange={({ target }) => set({ title: target.value })}
          error={faults?.title}
          autoComplete="off"
        />
        <Field
          label="Number at criterion.com"
          value={draft.criterionId}
          onChange={({ target }) => set({ criterionId: target.value })}
          error={faults?.criterionId}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <ol className={styles.rows}>
        {draft.rows.map((row, index) => (
          <Row
            key={row.key}
            row={row}
            position={index + 1}
            film={editing.named.get(Number(row.spine))}
            fault={faults?.rows.get(row.key)}
            onChange={(values) => set({ rows: draft.rows.with(index, { ...row, ...values }) })}
            onUp={() => set({ rows: swapped(draft.rows, index) })}
            onRemove={() => set({ rows: draft.rows.toSpliced(index, 1) })}
          />
        ))}
      </ol>
      <p>
        <Button small onClick={() => set({ rows: [...draft.rows, emptyRow()] })}>
          Add a film
        </Button>
      </p>
    </fieldset>
  )
}

interface RowProps {
  row: SetRow
  position: number
  /** The film of the catalogue with the spine of the row. */
  film: NamedFilm | undefined
  fault: string | undefined
  onChange: (values: Partial<SetRow>) => void
  onUp: () => void
  onRemove: () => void
}

function Row({ row, position, film, fault, onChange, onUp, onRemove }: RowProps) {
  const text = (name: 'spine' | 'title' | 'director' | 'year', label: string) => ({
    label,
    'aria-label': `${label} of film ${position}`,
    value: row[name],
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ [name]: target.value }),
    autoComplete: 'off',
  })
  const hasSpine = row.spine.trim() !== ''
  return (
    <li className={styles.row}>
      <Field {...text('spine', 'Spine')} inputMode="numeric" error={fault} />
      {hasSpine ? (
        <p className={styles.film}>{film && [film.title, film.year].filter(Boolean).join(', ')}</p>
      ) : (
        <>
          <Field {...text('title', 'Title')} />
          <Field {...text('director', 'Director')} />
          <Field {...text('year', 'Year')} inputMode="numeric" />
        </>
      )}
      <span className={styles.actions}>
        <button
          type="button"
          aria-label={`Move film ${position} up`}
          aria-disabled={position === 1}
          onClick={onUp}
        >
          <ArrowUp aria-hidden="true" />
        </button>
        <button type="button" data-kind="remove" aria-label={`Remove film ${position}`} onClick={onRemove}>
          <X aria-hidden="true" />
        </button>
      </span>
    </li>
  )
}

function swapped(rows: readonly SetRow[], index: number): SetRow[] {
  const [above, row] = [rows[index - 1], rows[index]]
  return above && row ? rows.with(index - 1, row).with(index, above) : [...rows]
}
