import type { Session } from '@supabase/supabase-js'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readConfig } from '../../../app/config.ts'
import { runRequest } from '../../../data/run-request.ts'
import { separateSupabase } from '../../../data/supabase.ts'
import { readStoredPerson } from '../../../session/stored-session.ts'
import { Button } from '../../../ui/form/button.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import styles from '../access.module.css'
import type { LinkType, MailLink } from './mail-link.ts'

interface Props {
  link: MailLink
  onConfirmed: (type: LinkType | 'sign-in') => void
  /** The person keeps the account that is signed in. */
  onStay: () => void
  onBack: () => void
}

/** Has the backend look at the link of a mail, and asks before it replaces the account that is signed in. */
export function MailLinkCheck({ link, onConfirmed, onStay, onBack }: Props) {
  const queryClient = useQueryClient()
  const query = mailLinkQuery(link)
  const { data: arrival, error } = useQuery(query)
  const type = arrival?.other ? undefined : arrival?.type

  useEffect(() => {
    if (type) onConfirmed(type)
  }, [type, onConfirmed])

  if (arrival?.other) {
    return (
      <OtherAccount
        present={arrival.present}
        other={arrival.other}
        onStay={onStay}
        onSwitched={() => queryClient.setQueryData(query.queryKey, { ...arrival, other: undefined })}
      />
    )
  }
  if (!error) return <p className={styles.text}>Loading...</p>
  return (
    <div className={styles.form}>
      <p className={styles.text} role="alert">
        This link does not work. {error.message}
      </p>
      <div className={styles.buttons}>
        <Button look="solid" onClick={onBack}>
          Back to signing in
        </Button>
      </div>
    </div>
  )
}

interface OtherAccountProps {
  present: string
  other: Session
  onStay: () => void
  onSwitched: () => void
}

function OtherAccount({ present, other, onStay, onSwitched }: OtherAccountProps) {
  const [switching, setSwitching] = useState(false)
  const address = other.user.email ?? 'another account'

  async function switchAccount() {
    if (switching) return
    setSwitching(true)
    const { failure } = await runRequest(({ auth }) => auth.setSession(other))
    setSwitching(false)
    if (failure) toast({ title: 'Error', description: failure.sentence, destructive: true })
    else onSwitched()
  }

  function stay() {
    onStay()
    // The session that nobody wanted ends; without a network it ends by its age.
    void runRequest(({ auth }) => auth.admin.signOut(other.access_token, 'local'))
  }

  return (
    <div className={styles.form}>
      <p className={styles.text} role="alert">
        You are signed in as <strong>{present}</strong>. This link signs you in as <strong>{address}</strong>{' '}
        instead. If you did not ask for it, stay signed in as you are.
      </p>
      <div className={styles.buttons}>
        <Button look="solid" onClick={stay}>
          Stay signed in
        </Button>
        <Button onClick={switchAccount} aria-disabled={switching}>
          {switching ? 'Switching...' : 'Switch account'}
        </Button>
      </div>
    </div>
  )
}

const WORN = 'It was used already, or is no longer valid. Please ask for a new one.'

/** What a link brought: what it was for and, if it is for another account than the present one, that one's session. */
interface Arrival {
  type: LinkType | 'sign-in'
  present: string
  other: Session | undefined
}

/** As a query it is sent once, however often the page is drawn: a token can be used up only once. */
function mailLinkQuery(link: MailLink) {
  return queryOptions({
    queryKey: ['mail-link', link],
    queryFn: () => confirm(link),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

async function confirm(link: MailLink): Promise<Arrival> {
  if (link.kind === 'refused') throw new Error(WORN)
  // Apart from the account that is signed in: whose link it is shows only once it was used.
  const { data, failure } = await runRequest(
    ({ auth }) =>
      link.kind === 'token'
        ? auth.verifyOtp({ token_hash: link.tokenHash, type: link.type })
        : auth.setSession({ access_token: link.accessToken, refresh_token: link.refreshToken }),
    separateSupabase,
  )
  if (failure) throw new Error(failure.sentence)
  const { session } = data
  const present = readStoredPerson(readConfig().supabaseUrl)
  if (session && present && session.user.id !== present.userId) {
    return { type: link.type, present: present.email, other: session }
  }
  // Without one, such as while a second address is to be confirmed, nobody is signed in by it.
  const adopted = session ? await runRequest(({ auth }) => auth.setSession(session)) : undefined
  if (adopted?.failure) throw new Error(adopted.failure.sentence)
  return { type: link.type, present: present?.email ?? '', other: undefined }
}
