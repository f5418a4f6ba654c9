import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { runRequest } from '../../data/run-request.ts'
import { Button } from '../../ui/form/button.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { AccountSection } from './account-section.tsx'
import styles from './form.module.css'
import { applyVisibility, VISIBILITIES, type Visibility, visibilityQuery } from './visibility.ts'

export function VisibilityForm({ userId }: { userId: string }) {
  const { data: saved, isError, refetch } = useQuery(visibilityQuery(userId))
  return (
    <AccountSection
      id="visibility"
      heading="Who can see your profile"
      text="Applies to your profile and to the films that you own, have watched or have on your wishlist. A change takes effect at once. You keep your username in any case."
    >
      {saved !== undefined ? (
        <Choice userId={userId} saved={saved} />
      ) : isError ? (
        <div className={styles.form}>
          <p>This setting could not be loaded.</p>
          <div className={styles.buttons}>
            <Button onClick={() => refetch()}>Try again</Button>
          </div>
        </div>
      ) : (
        <p className={styles.loading}>Loading...</p>
      )}
    </AccountSection>
  )
}

function Choice({ userId, saved }: { userId: string; saved: Visibility }) {
  const queryClient = useQueryClient()
  // Undefined until a choice is made, so that the form follows what another tab saves.
  const [chosen, setChosen] = useState<Visibility>()
  const [sending, setSending] = useState(false)
  const [note, setNote] = useState('')
  const value = chosen ?? saved

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending) return
    if (value === saved) return setNote('This is already your setting.')
    setSending(true)
    const { failure } = await runRequest((client) =>
      client.from('profiles').update({ visibility: value }).eq('id', userId).select('visibility').single(),
    )
    setSending(false)
    if (failure) return void toast({ title: 'Error', description: failure.sentence, destructive: true })
    applyVisibility(queryClient, userId, value)
    setChosen(undefined)
    toast({ title: 'Profile changed', description: VISIBILITIES[value].changed })
  }

  return (
    <form className={styles.form} onSubmit={save}>
      <RadioGroup
        legend="Who can see your profile and your lists"
        name="visibility"
        choices={CHOICES}
        value={value}
        onChange={(choice) => {
          setChosen(choice)
          setNote('')
        }}
      />
      <div className={styles.buttons}>
        <Button type="submit" aria-disabled={sending}>
          {sending ? 'Saving...' : 'Save'}
        </Button>
        <p className={styles.note} aria-live="polite">
          {note}
        </p>
      </div>
    </form>
  )
}

const CHOICES = (Object.keys(VISIBILITIES) as Visibility[]).map((value) => {
  return { value, ...VISIBILITIES[value] }
})
