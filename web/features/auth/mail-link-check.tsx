import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { attempt } from '../../attempt.ts'
import { Button } from '../../ui/button.tsx'
import styles from './access.module.css'
import type { LinkType, MailLink } from './mail-link.ts'

interface Props {
  link: MailLink
  onConfirmed: (type: LinkType) => void
  onBack: () => void
}

/** Has the backend look at the link of a mail. */
export function MailLinkCheck({ link, onConfirmed, onBack }: Props) {
  const { data: type, error } = useQuery(mailLinkQuery(link))

  useEffect(() => {
    if (type) onConfirmed(type)
  }, [type, onConfirmed])

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

const WORN = 'It was used already, or is no longer valid. Please ask for a new one.'

/** As a query it is sent once, however often the page is drawn: a token can be used up only once. */
function mailLinkQuery(link: MailLink) {
  return queryOptions({
    queryKey: ['mail-link', link],
    queryFn: () => confirm(link),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

async function confirm(link: MailLink): Promise<LinkType> {
  if (link.kind === 'refused') throw new Error(WORN)
  const { failure } = await attempt(({ auth }) =>
    link.kind === 'token'
      ? auth.verifyOtp({ token_hash: link.tokenHash, type: link.type })
      : auth.setSession({ access_token: link.accessToken, refresh_token: link.refreshToken }),
  )
  if (failure) throw new Error(failure.sentence)
  return link.type
}
