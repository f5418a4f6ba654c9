import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { normaliseUsername } from '../../../domain/usernames.ts'
import { PROFILES_KEY } from '../../data/query-keys.ts'
import { runRequest } from '../../data/run-request.ts'
import { usernameQuery } from '../../session/session.tsx'
import { refuseEnded, SessionEnded, useHasEnded } from '../../session/session-ended.tsx'
import { UsernameField, usernameFault } from '../../session/username-field.tsx'
import { useUnsaved } from '../../session/while-signed-in.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { toast } from '../../ui/toast/toast.ts'
import { AccountSection } from './account-section.tsx'
import styles from './form.module.css'

export function UsernameForm({ userId, username }: { userId: string; username: string }) {
  const queryClient = useQueryClient()
  // Untouched, the field follows a change on another device.
  const [typed, setTyped] = useState<{ username: string }>()
  const hasEnded = useHasEnded()
  useUnsaved(typed !== undefined)
  const { form, field, sending } = useForm({ values: typed ?? { username }, onChange: setTyped, check, send })

  function check({ username: typed }: { username: string }) {
    const same = normaliseUsername(typed) === username
    return { username: same ? 'This is already your username.' : usernameFault(typed) }
  }

  async function send({ username: typed }: { username: string }) {
    if (hasEnded) return refuseEnded()
    const name = normaliseUsername(typed)
    const { failure } = await runRequest((client) =>
      client.from('profiles').update({ username: name }).eq('id', userId).select('username').single(),
    )
    if (failure?.code === '23505') return { username: `${name} is taken. Please choose another.` }
    if (failure?.code === '23514') return { username: failure.sentence }
    if (failure) return void toast({ title: 'Error', description: failure.sentence, destructive: true })

    setTyped(undefined)
    queryClient.setQueryData(usernameQuery(userId).queryKey, name)
    queryClient.invalidateQueries({ queryKey: PROFILES_KEY })
    toast({ title: 'Username changed', description: `Your profile is now at /${name}.` })
    // The session holds a copy of the name, which is shown before the profile is loaded. If this fails, that is the old name.
    await runRequest(({ auth }) => auth.updateUser({ data: { username: name } }))
  }

  if (hasEnded && !typed) return null
  return (
    <AccountSection
      heading="Username"
      text={
        <>
          It is the address of your profile: <strong>/{username}</strong>. A former name stays reserved for
          you for 90 days; links to it lead to the collection.
        </>
      }
    >
      <form {...form} className={styles.form}>
        <SessionEnded />
        <UsernameField
          label="Username"
          autoComplete="nickname"
          required
          own={username}
          {...field('username')}
        />
        <div className={styles.buttons}>
          <Button type="submit" aria-disabled={sending}>
            {sending ? 'Saving...' : 'Change username'}
          </Button>
        </div>
      </form>
    </AccountSection>
  )
}
