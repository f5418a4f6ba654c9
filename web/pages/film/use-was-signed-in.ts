import { useState } from 'react'

/** Whether a person is or was signed in: their forms may stay after the session has ended. */
export function useWasSignedIn(userId: string | undefined): boolean {
  const [wasSignedIn, setWasSignedIn] = useState(userId !== undefined)
  if (userId !== undefined && !wasSignedIn) setWasSignedIn(true)
  return wasSignedIn
}
