import { queryOptions } from '@tanstack/react-query'
import { readConfig } from '../../../app/config.ts'
import { fetchFromBackend } from '../../../data/fetch-from-backend.ts'

/** Whether the backend sends mails; functions that need a mail are offered only then. */
export function sendsMailQuery() {
  return queryOptions({
    queryKey: ['sends-mail'],
    queryFn: fetchSendsMail,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Fetched directly, because the client library has no call for GoTrue's settings. */
async function fetchSendsMail(): Promise<boolean> {
  const { supabaseUrl, supabaseKey } = readConfig()
  const response = await fetchFromBackend(new URL('auth/v1/settings', supabaseUrl), {
    headers: { apikey: supabaseKey },
  })
  if (!response.ok)
    throw new Error(`The request for the account settings failed with status ${response.status}.`)
  const settings: unknown = await response.json()
  return (
    typeof settings === 'object' &&
    settings !== null &&
    'mailer_autoconfirm' in settings &&
    settings.mailer_autoconfirm === false
  )
}
