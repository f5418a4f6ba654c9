import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { normaliseUsername } from '../../../domain/usernames.ts'
import { runRequest } from '../../data/run-request.ts'
import { Button } from '../../ui/button/button.tsx'
import dialog from '../../ui/dialog/dialog.module.css'
import { Field } from '../../ui/form/field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { AccountSection } from './account-section.tsx'

interface Props {
  username: string
  onDeleted: () => void
}

export function DeleteAccount({ username, onDeleted }: Props) {
  return (
    <AccountSection
      heading="Delete account"
      text="Permanently deletes your profile, your email address and everything you track: your lists, copies, viewings and imports. If you may need your data, export it first."
    >
      <Dialog.Root>
        <Dialog.Trigger render={<Button />}>Delete account</Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Backdrop className={dialog.backdrop} />
          <Dialog.Popup className={dialog.popup}>
            <Dialog.Title className={dialog.title}>Delete your account?</Dialog.Title>
            <Dialog.Description className={dialog.text}>
              Everything you track is deleted, too, and cannot be restored. Type <strong>{username}</strong>{' '}
              to confirm.
            </Dialog.Description>
            <Confirmation username={username} onDeleted={onDeleted} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </AccountSection>
  )
}

function Confirmation({ username, onDeleted }: Props) {
  const [values, onChange] = useState({ username: '' })
  const { form, field, sending } = useForm({
    values,
    onChange,
    check: (typed) => ({
      username: normaliseUsername(typed.username) === username ? undefined : 'That is not your username.',
    }),
    send: async (typed) => {
      const { failure } = await runRequest((client) =>
        client.rpc('delete_account', { username: typed.username }),
      )
      if (failure) return { username: failure.sentence }
      onDeleted()
    },
  })

  return (
    <form {...form} className={dialog.form}>
      <Field
        label="Your username"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        required
        {...field('username')}
      />
      <div className={dialog.buttons}>
        <Dialog.Close render={<Button />}>Cancel</Dialog.Close>
        <Button type="submit" look="solid" aria-disabled={sending}>
          {sending ? 'Deleting...' : 'Delete for good'}
        </Button>
      </div>
    </form>
  )
}
