import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { refuseEnded, SessionEnded, useHasEnded } from '../../../session/session-ended.tsx'
import { useUnsaved } from '../../../session/while-signed-in.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { TextButton } from '../../../ui/button/text-button.tsx'
import { type Faults, useForm } from '../../../ui/form/use-form.ts'
import styles from './detail-section.module.css'

type Form<Draft extends { [Name in keyof Draft]: string }> = ReturnType<typeof useForm<Draft>>

interface Props<Draft extends { [Name in keyof Draft]: string }> {
  /** Names the form for screen readers. */
  label: string
  draft: Draft
  /** Why the server has rejected the draft. */
  refusal?: string | undefined
  /** Whether the draft differs from what is saved. */
  isChanged: boolean
  check: (draft: Draft) => Faults<Draft>
  onChange: (draft: Draft) => void
  onSave: (draft: Draft) => void
  onCancel: () => void
  /** The button that removes the entry; a new one has none. */
  remove?: { label: string; onRemove: () => void } | undefined
  renderFields: (field: Form<Draft>['field']) => ReactNode
}

/** The form that takes the place of an entry's row. The focus is in its first field when it opens. */
export function DetailForm<Draft extends { [Name in keyof Draft]: string }>({
  label,
  draft,
  refusal,
  isChanged,
  check,
  onChange,
  onSave,
  onCancel,
  remove,
  renderFields,
}: Props<Draft>) {
  const hasEnded = useHasEnded()
  useUnsaved(isChanged || refusal !== undefined)
  const { form, field } = useForm<Draft>({
    values: draft,
    onChange,
    check,
    send: async (values) => (hasEnded ? refuseEnded() : onSave(values)),
  })
  const fields = useRef<HTMLDivElement>(null)
  const isRefused = useRef(refusal !== undefined)

  useEffect(() => {
    // The person may be typing elsewhere when the rejection arrives.
    if (isRefused.current && document.activeElement?.matches('input, textarea, select')) return
    fields.current?.querySelector<HTMLElement>('input:checked, input:not([type="radio"]), select')?.focus()
  }, [])

  // Escape closes only an unchanged form, so that nothing typed is lost.
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && !isChanged && refusal === undefined) onCancel()
  }

  return (
    <form {...form} className={styles.form} aria-label={label} onKeyDown={onKeyDown}>
      <SessionEnded />
      {refusal !== undefined && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
      <div ref={fields} className={styles.fields}>
        {renderFields(field)}
      </div>
      <div className={styles.buttons}>
        <Button look="solid" small type="submit">
          Save
        </Button>
        <Button small onClick={onCancel}>
          Cancel
        </Button>
        {remove && !hasEnded && (
          <TextButton destructive onClick={remove.onRemove}>
            {remove.label}
          </TextButton>
        )}
      </div>
    </form>
  )
}
