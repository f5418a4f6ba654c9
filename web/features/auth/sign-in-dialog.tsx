import { Dialog } from '@base-ui/react/dialog'
import { Button } from '../../ui/button/button.tsx'
import styles from '../../ui/dialog/dialog.module.css'
import { SignInLink } from '../../ui/link/sign-in-link.tsx'

export interface SignInDialogProps {
  open: boolean
  onClose: () => void
  /** The history state for the sign-in page. */
  state: object | undefined
}

/** Tells a visitor that tracking needs an account. */
export function SignInDialog({ open, onClose, state }: SignInDialogProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup}>
          <Dialog.Title className={styles.title}>Sign In Required</Dialog.Title>
          <Dialog.Description className={styles.text}>
            You need to sign up or log in to start tracking your collection.
          </Dialog.Description>
          <div className={styles.buttons}>
            <Dialog.Close render={<Button />}>Cancel</Dialog.Close>
            <SignInLink look="solid" state={state}>
              Sign In / Sign Up
            </SignInLink>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
