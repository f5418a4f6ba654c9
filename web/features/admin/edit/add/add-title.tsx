import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { Button } from '../../../../ui/button/button.tsx'
import dialog from '../../../../ui/dialog/dialog.module.css'
import { useUnsavedChanges } from '../form/unsaved-changes.tsx'
import { AddForm } from './add-form.tsx'
import styles from './add-title.module.css'

/** The button and the dialog that add a film to the catalogue. */
export function AddTitle() {
  const [open, setOpen] = useState(false)
  const [isChanged, setIsChanged] = useState(false)
  const { close, question } = useUnsavedChanges({
    isChanged,
    what: 'the new title',
    onDiscard: leave,
  })

  function leave() {
    setIsChanged(false)
    setOpen(false)
  }

  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => (next ? setOpen(true) : close())}
      disablePointerDismissal
    >
      <Dialog.Trigger render={<Button look="solid" />}>Add New Title</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={`${dialog.popup} ${styles.popup}`}>
          <Dialog.Title className={dialog.title}>Add New Title</Dialog.Title>
          <AddForm onChanged={setIsChanged} onDone={leave} />
        </Dialog.Popup>
        {question}
      </Dialog.Portal>
    </Dialog.Root>
  )
}
