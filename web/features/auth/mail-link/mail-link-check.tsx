import type { Session } from '@supabase/supabase-js'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readConfig } from '../../../app/config.ts'
import { runRequest } from '../../../data/run-request.ts'
import { separateSupabase } from '../../../data/supabase.ts'
import { readStoredPerson } from '../../../session/stored-session.ts'
import { Button } from '../../../ui/button/button.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import styles from '../auth-steps.module.css'
import type { LinkType, MailLink } from './mail-link.ts'

interface Props {
  link: MailLink
  onConfirmed: (type: LinkType | 'sign-in') => void
  /** Called if the person keeps the current account. */
  onStay: () => void
  onBack: () => void
}

/** Verifies the link from a mail at the backend, and asks before it replaces the account that is signed in. */
export function MailLinkCheck({ link, onConfirmed, onStay, onBack }: Props) {
  const queryClient = useQueryClient()
  const query = mailLinkQuery(link)
  const { data: verified, error } = useQuery(query)
  const type = verified?.other ? undefined : verified?.type

  useEffect(() => {
    if (type) onConfirmed(type)
  }, [type, onConfirmed])

  if (verified?.other) {
    return (
      <OtherAccount
        current={verified.current}
        other={verified.other}
        onStay={onStay}
        onSwitched={() => queryClient.setQueryData(query.queryKey, { ...verified, other: undefined })}
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
          Back to sign-in
        </Button>
      </div>
    </div>
  )
}

interface OtherAccountProps {
  current: string
  other: Session
  onStay: () => void
  onSwitched: () => void
}

function OtherAccount({ current, other, onStay, onSwitched }: OtherAccountProps) {
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
    // Ends the session that was not used; without a connection it expires.
    void runRequest(({ auth }) => auth.admin.signOut(other.access_token, 'local'))
  }

  return (
    <div className={styles.form}>
      <p className={styles.text} role="alert">
        You are signed in as <strong>{current}</strong>. This link signs you in as <strong>{address}</strong>{' '}
        instead. If you did not request it, stay signed in.
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

const INVALID = 'It has already been used or is no longer valid. Please request a new one.'

/** A verified link: its purpose and, if it belongs to another account than the current one, that account's session. */
interface VerifiedLink {
  type: LinkType | 'sign-in'
  current: string
  other: Session | undefined
}

/** A query, so that the token is sent once however often the page renders, because it is valid only once. */
function mailLinkQuery(link: MailLink) {
  return queryOptions({
    queryKey: ['mail-link', link],
    queryFn: () => confirm(link),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

async function confirm(link: MailLink): Promise<VerifiedLink> {
  if (link.kind === 'rejected') throw new Error(INVALID)
  // With a separate client, because only the response tells to which account the link belongs.
  const { data, failure } = await runRequest(
    ({ auth }) =>
      link.kind === 'token'
        ? auth.verifyOtp({ token_hash: link.tokenHash, type: link.type })
        : auth.setSession({ access_token: link.accessToken, refresh_token: link.refreshToken }),
    separateSupabase,
  )
  if (failure) throw new Error(failure.sentence)
  const { session } = data
  const current = readStoredPerson(readConfig().supabaseUrl)
  if (session && current && session.user.id !== current.userId) {
    return { type: link.type, current: current.email, other: session }
  }
  // There is no session while a second address still has to be confirmed.
  const adopted = session ? await runRequest(({ auth }) => auth.setSession(session)) : undefined
  if (adopted?.failure) throw new Error(adopted.failure.sentence)
  return { type: link.type, current: current?.email ?? '', other: undefined }
}
