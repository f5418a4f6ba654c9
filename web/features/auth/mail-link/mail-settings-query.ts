import { queryOptions } from '@tanstack/react-query'
import { readConfig } from '../../../app/config.ts'

/** Whether the backend sends mails: what depends on one is only offered then. */
export function sendsMailQuery() {
  return queryOptions({
    queryKey: ['sends-mail'],
    queryFn: fetchSendsMail,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The client library has no call for the settings that GoTrue publishes. */
async function fetchSendsMail(): Promise<boolean> {
  const { supabaseUrl, supabaseKey } = readConfig()
  const answer = await fetch(new URL('auth/v1/settings', supabaseUrl), { headers: { apikey: supabaseKey } })
  if (!answer.ok) throw new Error(`The settings of the accounts were answered with ${answer.status}.`)
  const settings: unknown = await answer.json()
  return (
    typeof settings === 'object' &&
    settings !== null &&
    'mailer_autoconfirm' in settings &&
    settings.mailer_autoconfirm === false
  )
}
