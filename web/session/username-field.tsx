import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { isUsername, normaliseUsername, USERNAME_RULE } from '../../domain/usernames.ts'
import { supabase } from '../data/supabase.ts'
import { Field, type FieldProps } from '../ui/form/field.tsx'
import { useDebouncedValue } from '../ui/form/use-debounced-value.ts'

const TYPING_PAUSE_MS = 300

/** A field for a username that shows, while it is typed, whether the name is free. */
export function UsernameField({ own, ...props }: FieldProps & { own?: string | undefined }) {
  const hint = useUsernameHint(props.value, own)
  return (
    <Field {...props} autoCapitalize="off" autoCorrect="off" spellCheck={false} maxLength={60} hint={hint} />
  )
}

/** Returns what is wrong with the form of a username; undefined if nothing is. */
export function usernameFault(text: string): string | undefined {
  if (text.trim() === '') return 'Please choose a username.'
  return isUsername(text) ? undefined : `A username has ${USERNAME_RULE}.`
}

function useUsernameHint(text: string, own: string | undefined): ReactNode {
  const name = normaliseUsername(text)
  const debounced = useDebouncedValue(name, TYPING_PAUSE_MS)
  const { data: state } = useQuery({
    queryKey: ['username-state', debounced],
    queryFn: () => fetchState(debounced),
    enabled: isUsername(debounced) && debounced !== own,
    staleTime: 10_000,
    retry: false,
  })
  // Without a result for the present text the rule stays; the form can still be sent.
  if (name !== debounced || name === own || !isUsername(name)) return `${USERNAME_RULE}.`
  if (state === 'free') {
    return (
      <>
        <Check aria-hidden="true" strokeWidth={2.5} />
        {name} is free.
      </>
    )
  }
  if (state === 'taken' || state === 'reserved') {
    return (
      <>
        <X aria-hidden="true" strokeWidth={2.5} />
        {name} is {state}. Please choose another.
      </>
    )
  }
  return `${USERNAME_RULE}.`
}

async function fetchState(username: string): Promise<string> {
  const client = await supabase()
  const { data } = await client.rpc('username_state', { username }, { get: true }).throwOnError()
  return data
}
