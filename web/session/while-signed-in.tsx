import { createContext, Fragment, type ReactNode, useContext, useEffect, useState } from 'react'
import { type Session, useSession } from './session.tsx'

export type SignedIn = Extract<Session, { status: 'signed-in' }>

const UnsavedForms = createContext<(change: 1 | -1) => void>(() => {})

interface Props {
  children: (person: SignedIn) => ReactNode
  /** What is shown to a visitor. */
  otherwise?: ReactNode
}

/**
 * Shows its children to the person who is signed in. If the session ends while a form in them has unsaved text, they stay
 * until the form closes, and the same person can sign in again and save it. Another person never sees it.
 */
export function WhileSignedIn({ children, otherwise }: Props) {
  const session = useSession()
  const [last, setLast] = useState<SignedIn>()
  const [unsaved, setUnsaved] = useState(0)
  const [count] = useState(() => (change: 1 | -1) => setUnsaved((unsaved) => unsaved + change))
  if (session.status === 'signed-in' && session !== last) setLast(session)
  const person = session.status === 'signed-in' ? session : unsaved > 0 ? last : undefined
  if (!person) return otherwise
  return (
    <UnsavedForms value={count}>
      <Fragment key={person.userId}>{children(person)}</Fragment>
    </UnsavedForms>
  )
}

/** Keeps the calling form open after the session has ended, as long as it has unsaved text. */
export function useUnsaved(isUnsaved: boolean): void {
  const count = useContext(UnsavedForms)
  useEffect(() => {
    if (!isUnsaved) return
    count(1)
    return () => count(-1)
  }, [isUnsaved, count])
}

/**
 * Returns the value, or the last one while it is undefined: what was read of a person is removed from the query cache when
 * the session ends. For components within `WhileSignedIn`, which do not outlast the person.
 */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(() => value)
  return value ?? last
}
