import { formatCount } from '../../../domain/film/format-count.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'

interface Props {
  /** How many changes are not sent. */
  unsent: number
  onConfirm: () => void
  onCancel: () => void
}

/** Asks whether to sign out although changes are not sent: signing out removes them from the browser. */
export function SignOutDialog({ unsent, onConfirm, onCancel }: Props) {
  const [changes, they] =
    unsent === 1 ? ['1 change is', 'it is'] : [`${formatCount(unsent)} changes are`, 'they are']
  return (
    <ConfirmDialog
      open
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
