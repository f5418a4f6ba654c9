import { formatCount } from '../../../domain/film/format-count.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'

export interface SignOutDialogProps {
  /** How many changes are not sent; the dialog is open while it is not zero. */
  unsent: number
  onConfirm: () => void
  onCancel: () => void
}

/** Asks whether to sign out although changes are not sent: signing out removes them from the browser. */
export function SignOutDialog({ unsent, onConfirm, onCancel }: SignOutDialogProps) {
  const [changes, they] =
    unsent === 1 ? ['1 change is', 'it is'] : [`${formatCount(unsent)} changes are`, 'they are']
  return (
    <ConfirmDialog
      open={unsent > 0}
      title="Sign out without sending?"
      confirm="Sign Out"
      cancel="Stay Signed In"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {changes} not sent yet. If you sign out now, {they} lost.
    </ConfirmDialog>
  )
}
