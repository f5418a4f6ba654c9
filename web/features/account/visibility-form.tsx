import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { runRequest } from '../../data/run-request.ts'
import { Button } from '../../ui/form/button.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { AccountSection } from './account-section.tsx'
import styles from './form.module.css'
import { followVisibility, VISIBILITIES, type Visibility, visibilityQuery } from './visibility.ts'

export function VisibilityForm({ userId }: { userId: string }) {
  const { data: saved, isError, refetch } = useQuery(visibilityQuery(userId))
  return (
    <AccountSection
      id="visibility"
      heading="Who can see your profile"
      text="Your page, and what you own, have watched and wish for. What you choose holds at once; your username stays yours either way."
    >
      {saved !== undefined ? (
        <Choice userId={userId} saved={saved} />
      ) : isError ? (
        <div className={styles.form}>
          <p>Your choice could not be loaded.</p>
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
  // Until something else is chosen it is what was saved, be it in another tab.
  const [chosen, setChosen] = useState<Visibility>()
  const [sending, setSending] = useState(false)
  const [note, setNote] = useState('')
  const value = chosen ?? saved

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending) return
    if (value === saved) return setNote('That is how it is already.')
    setSending(true)
    const { failure } = await runRequest((client) =>
      client.from('profiles').update({ visibility: value }).eq('id', userId).select('visibility').single(),
    )
    setSending(false)
    if (failure) return void toast({ title: 'Error', description: failure.sentence, destructive: true })
    followVisibility(queryClient, userId, value)
    setChosen(undefined)
    toast({ title: 'Profile changed', description: VISIBILITIES[value].changed })
  }

  return (
    <form className={styles.form} onSubmit={save}>
      <RadioGroup
        legend="Your page and your lists are seen by"
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
