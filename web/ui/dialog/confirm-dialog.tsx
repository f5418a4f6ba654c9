import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import styles from './dialog.module.css'

interface Props {
  open: boolean
  /** The question. */
  title: string
  /** The consequences. */
  children: ReactNode
  confirm: string
  cancel?: string
  /** True while the confirmed action runs: it can be neither repeated nor cancelled. */
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** Where the focus goes afterwards; by default to where it was before. */
  finalFocus?: ComponentProps<typeof AlertDialog.Popup>['finalFocus']
}

/** Asks for confirmation. Only one of the two buttons closes it, and "Cancel" has the focus first. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirm,
  cancel = 'Cancel',
  busy = false,
  onConfirm,
  onCancel,
  finalFocus,
}: Props) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => next || busy || onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Popup className={styles.popup} finalFocus={finalFocus}>
          <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={styles.text} render={<div />}>
            {children}
          </AlertDialog.Description>
          <div className={styles.buttons}>
            <AlertDialog.Close render={<Button />}>{cancel}</AlertDialog.Close>
            <Button look="solid" aria-disabled={busy} onClick={() => busy || onConfirm()}>
              {confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
