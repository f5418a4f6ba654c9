import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { labelOf } from '../../../../../domain/film/columns.ts'
import { FLAGS, type Flag } from '../../../../../domain/film/formats.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { Select } from '../../../../ui/form/select.tsx'
import { useConfirmFormatRemoval } from '../../confirm-format-removal.tsx'
import styles from './bulk-controls.module.css'
import { changeMany, showFailure } from './change-many.ts'

interface Props {
  selected: ReadonlySet<number>
  onDone: () => void
}

const OPTIONS = FLAGS.map((value) => ({ value, label: labelOf(value) }))

/** Sets or clears one flag of all selected titles. */
export function BulkControls({ selected, onDone }: Props) {
  const cache = useQueryClient()
  const [flag, setFlag] = useState<Flag>('dvd')
  const [busy, setBusy] = useState(false)
  const { confirm, dialog } = useConfirmFormatRemoval()

  async function change(on: boolean) {
    if (busy) return
    setBusy(true)
    const changes = [...selected].map((id) => ({ id, after: { [flag]: on } }))
    const { isConfirmed, failure } = await confirm(changes)
    if (failure) showFailure(failure, () => void change(on))
    else if (isConfirmed) await changeMany(cache, { flag, on, changes })
    setBusy(false)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a legend
    <div className={styles.controls} role="group" aria-label="Change what is selected">
      <Select label="Flag" value={flag} options={OPTIONS} onChange={setFlag} />
      {([true, false] as const).map((on) => (
        <Button
          key={String(on)}
          small
          look={on ? 'solid' : 'outline'}
          aria-label={`${on ? 'Set' : 'Clear'} ${labelOf(flag)} of ${selected.size} selected ${selected.size === 1 ? 'title' : 'titles'}`}
          aria-disabled={busy}
          onClick={() => change(on)}
        >
          {on ? 'Set' : 'Clear'}
        </Button>
      ))}
      <button type="button" className={styles.deselect} onClick={onDone}>
        Deselect
      </button>
      {busy && (
        <span className={styles.busy} role="status">
          Updating...
        </span>
      )}
      {dialog}
    </div>
  )
}
