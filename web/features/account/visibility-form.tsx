import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { PARTS, type Part } from '../../../domain/profile-parts.ts'
import { runRequest } from '../../data/run-request.ts'
import { Button } from '../../ui/button/button.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { Select } from '../../ui/form/select.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { AccountSection } from './account-section.tsx'
import styles from './form.module.css'
import {
  applyVisibility,
  choicesOfPart,
  VISIBILITIES,
  VISIBILITY_COLUMNS,
  type Visibility,
  type VisibilityChoice,
  visibilityOfPart,
  visibilityQuery,
} from './visibility.ts'

export function VisibilityForm({ userId }: { userId: string }) {
  const { data: saved, isError, refetch } = useQuery(visibilityQuery(userId))
  return (
    <AccountSection
      id="visibility"
      heading="Who can see your profile"
      text="Applies to your profile and to the films that you own, have watched or have on your wishlist. Each of the three lists can be shown to fewer people than the profile. A change takes effect at once. You keep your username in any case."
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

function Choice({ userId, saved }: { userId: string; saved: VisibilityChoice }) {
  const queryClient = useQueryClient()
  // Empty until a choice is made, so that the form follows what another tab saves.
  const [chosen, setChosen] = useState<Partial<VisibilityChoice>>({})
  const [sending, setSending] = useState(false)
  const [note, setNote] = useState('')
  const value = { ...saved, ...chosen }
  const isSaved = Object.entries(value).every(
    ([column, choice]) => saved[column as keyof typeof saved] === choice,
  )

  function choose(choice: Partial<VisibilityChoice>) {
    setChosen({ ...chosen, ...choice })
    setNote('')
  }

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending) return
    if (isSaved) return setNote('This is already your setting.')
    setSending(true)
    const { failure } = await runRequest((client) =>
      client.from('profiles').update(chosen).eq('id', userId).select(VISIBILITY_COLUMNS).single(),
    )
    setSending(false)
    if (failure) return void toast({ title: 'Error', description: failure.sentence, destructive: true })
    applyVisibility(queryClient, userId, value)
    setChosen({})
    toast({
      title: 'Profile changed',
      description:
        value.visibility === saved.visibility
          ? 'Each list is now visible to the people you chose.'
          : VISIBILITIES[value.visibility].changed,
    })
  }

  return (
    <form className={styles.form} onSubmit={save}>
      <RadioGroup
        legend="Who can see your profile and your lists"
        name="visibility"
        choices={CHOICES}
        value={value.visibility}
        onChange={(visibility) => choose({ visibility })}
      />
      <fieldset className={styles.parts}>
        <legend>Each list on its own</legend>
        {PARTS.map((part) => (
          <Select
            key={part}
            stacked
            label={PART_LABELS[part]}
            value={visibilityOfPart(value, part)}
            options={choicesOfPart(value).map((choice) => ({
              value: choice,
              label: VISIBILITIES[choice].label,
            }))}
            // What the profile allows is stored as no choice, and follows the profile.
            onChange={(choice) =>
              choose({ [`${part}_visibility`]: choice === value.visibility ? null : choice })
            }
          />
        ))}
      </fieldset>
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

const PART_LABELS: Record<Part, string> = {
  collection: 'Your collection',
  watched: 'What you have watched',
  wishlist: 'Your wishlist',
}

const CHOICES = (Object.keys(VISIBILITIES) as Visibility[]).map((value) => {
  return { value, ...VISIBILITIES[value] }
})
