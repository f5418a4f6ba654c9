import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { giftPath } from '../../../domain/paths.ts'
import { runRequest } from '../../data/run-request.ts'
import { supabase } from '../../data/supabase.ts'
import { Button } from '../../ui/button/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { AccountSection } from './account-section.tsx'
import styles from './form.module.css'

/** The token of a person's gift link; null without one. */
function giftLinkQuery(userId: string) {
  return queryOptions({
    queryKey: ['gift link', userId],
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const { data } = await client
        .from('gift_links')
        .select('token')
        .eq('user_id', userId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data?.token ?? null
    },
    // Another device may have changed it.
    refetchOnWindowFocus: 'always',
  })
}

type Api = Awaited<ReturnType<typeof supabase>>
type Answer = { data: string | null; error: unknown }

export function GiftLink({ userId }: { userId: string }) {
  const { data: token, isError, refetch } = useQuery(giftLinkQuery(userId))
  return (
    <AccountSection
      id="gift-link"
      heading="Gift link"
      text="Shows your wishlist, and nothing else of your profile, to everyone who has the link: your name, the titles, the formats that you wish for and their priority. It opens for everyone who has it, even if they cannot see your profile, until you revoke it."
    >
      {token !== undefined ? (
        <Link userId={userId} token={token} />
      ) : isError ? (
        <div className={styles.form}>
          <p>Your link could not be loaded.</p>
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

function Link({ userId, token }: { userId: string; token: string | null }) {
  const client = useQueryClient()
  const [sending, setSending] = useState(false)
  const [noted, setNoted] = useState<{ token: string | null; text: string }>()
  const note = noted?.token === token ? noted.text : ''
  const part = useRef<HTMLDivElement>(null)
  useFocusAfterRemoval(part, '#gift-link :is(input, button)')

  /** Sends a change, which answers the token that the link has after it. */
  async function change(send: (api: Api) => PromiseLike<Answer>, done: string) {
    if (sending) return
    setSending(true)
    const { data, failure } = await runRequest(send)
    setSending(false)
    if (failure) return void toast({ title: 'Error', description: failure.sentence, destructive: true })
    client.setQueryData(giftLinkQuery(userId).queryKey, data)
    toast({ title: 'Gift link changed', description: done })
  }

  const make = (api: Api) => api.rpc('make_gift_link')
  const revoke = (api: Api) => api.from('gift_links').delete().eq('user_id', userId)

  if (token === null) {
    return (
      <div ref={part}>
        <Button
          onClick={() => change(make, 'Everyone who has the link can see your wishlist.')}
          aria-disabled={sending}
        >
          {sending ? 'Making...' : 'Make a link'}
        </Button>
      </div>
    )
  }
  const setNote = (text: string) => setNoted({ token, text })
  const address = new URL(giftPath(token), location.origin).href
  return (
    <div ref={part} className={styles.form}>
      <Field
        label="Your gift link"
        value={address}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.target.select()}
        hint={note}
      />
      <div className={styles.buttons}>
        <Button
          look="solid"
          onClick={() =>
            navigator.clipboard.writeText(address).then(
              () => setNote('Copied.'),
              () => setNote('Please copy it from the field.'),
            )
          }
        >
          Copy
        </Button>
        {/* A new document, whose headers keep the address from other sites. */}
        <a className={styles.open} href={giftPath(token)} target="_blank" rel="noopener noreferrer">
          Open
        </a>
        <Button onClick={() => change(make, 'The previous link no longer works.')} aria-disabled={sending}>
          Make a new link
        </Button>
        <Button onClick={() => change(revoke, 'The link no longer works.')} aria-disabled={sending}>
          Revoke
        </Button>
      </div>
    </div>
  )
}
