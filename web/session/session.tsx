import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { readConfig } from '../app/config.ts'
import { hydrationSafeContext } from '../app/hydration/hydration-safe-context.tsx'
import { onceClientLoaded, supabase } from '../data/supabase.ts'
import { dismissToasts, preloadToasts } from '../ui/toast/toast.ts'
import {
  listenToStoredSession,
  type Person,
  personOf,
  readStoredPerson,
  removeStoredSession,
} from './stored-session.ts'

export type Session =
  | { status: 'signed-out' }
  | { status: 'signed-in'; userId: string; email: string; username: string | undefined; isAdmin: boolean }

const { Provider: HeldSession, useValue } = hydrationSafeContext<Session>({ status: 'signed-out' })

/** Who uses the page, at every moment: it follows signing in and out here and in other tabs. */
export const useSession = useValue

/** @param how an account that is gone has taken its sessions along: the backend need not hear of it. */
type SignOut = (how?: { accountIsGone: boolean }) => Promise<void>

const SignOutContext = createContext<SignOut>(async () => {})

/** A way to end the session of this browser. It needs no network; without one the backend just hears of it later. */
export function useSignOut(): SignOut {
  return useContext(SignOutContext)
}

interface Props {
  /** Who the first drawing is for: nobody, where the server has drawn it already. */
  initial: Person | 'visitor'
  children: ReactNode
}

export function SessionProvider({ initial, children }: Props) {
  const [person, setPerson] = useState(initial)
  const { userId, email, usernameHint } = typeof person === 'object' ? person : NOBODY
  const { data: username = usernameHint } = useQuery({
    ...usernameQuery(userId ?? ''),
    enabled: userId !== undefined,
  })
  const { data: isAdmin = false } = useQuery({ ...isAdminQuery(userId ?? ''), enabled: userId !== undefined })

  useStoredPerson(setPerson)
  useHintToStyles(userId !== undefined)
  useFollowedSession(setPerson)
  useForgottenPerson(userId)
  useEffect(() => {
    if (userId !== undefined) preloadToasts()
  }, [userId])

  // The same object until something about it changes: much of the page is drawn again with it.
  const session = useMemo<Session>(() => {
    if (userId === undefined) return { status: 'signed-out' }
    return { status: 'signed-in', userId, email, username, isAdmin }
  }, [userId, email, username, isAdmin])

  const signOut = useCallback<SignOut>(async ({ accountIsGone } = { accountIsGone: false }) => {
    setPerson('visitor')
    // Taken away before anything is awaited: a session that just now cannot be refreshed would hold the library up.
    const token = removeStoredSession(readConfig().supabaseUrl)
    const { auth } = await supabase()
    await auth.signOut({ scope: 'local' })
    if (token && !accountIsGone) await auth.admin.signOut(token, 'local')
  }, [])

  return (
    <SignOutContext value={signOut}>
      <HeldSession value={session}>{children}</HeldSession>
    </SignOutContext>
  )
}

/** Brings the client library in; who needs it reports a failure. */
function connect(): void {
  supabase().catch(() => {})
}

const IS_ADMIN = 'is-admin'
const NOBODY = { userId: undefined, email: '', usernameHint: undefined }

/** Hands on, before anything is painted, whom the browser says the page is for, where it was drawn for nobody. */
function useStoredPerson(follow: (change: (person: Person | 'visitor') => Person | 'visitor') => void): void {
  useLayoutEffect(() => {
    follow((person) =>
      person === 'visitor' ? (readStoredPerson(readConfig().supabaseUrl) ?? person) : person,
    )
  }, [follow])
}

/** Keeps up what `before-paint.js` has begun: style sheets depend on whether somebody is signed in. */
function useHintToStyles(isSignedIn: boolean): void {
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-signed-in', isSignedIn)
  }, [isSignedIn])
}

/** Hands on who is signed in whenever the client library says so, which also hears it from other tabs. */
function useFollowedSession(follow: (person: Person | 'visitor') => void): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let stop = () => {}
    let stopped = false
    const stopListening = listenToStoredSession(readConfig().supabaseUrl, connect)
    onceClientLoaded.then(({ auth }) => {
      if (stopped) return
      const { data } = auth.onAuthStateChange((event, session) => {
        // Without a session only a sign-out is certain: one that cannot be refreshed now may be later.
        const stored = event === 'SIGNED_OUT' ? undefined : readStoredPerson(readConfig().supabaseUrl)
        follow(personOf(session?.user) ?? stored ?? 'visitor')
        if (session) queryClient.invalidateQueries({ queryKey: [IS_ADMIN] })
        // Perhaps in another tab.
        if (session && event === 'USER_UPDATED') {
          queryClient.invalidateQueries({ queryKey: usernameQuery(session.user.id).queryKey })
        }
      })
      stop = () => data.subscription.unsubscribe()
    })
    return () => {
      stopped = true
      stopListening()
      stop()
    }
  }, [follow, queryClient])
}

/** What the cache holds for a person has the person's id in its key, and leaves with them. */
function useForgottenPerson(userId: string | undefined): void {
  const queryClient = useQueryClient()
  const former = useRef(userId)
  useEffect(() => {
    const gone = former.current
    former.current = userId
    if (gone === undefined || gone === userId) return
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(gone) })
    dismissToasts(({ action }) => action !== undefined)
  }, [userId, queryClient])
}

/** The present name of the person who is signed in; nobody else may be shown it. */
export function usernameQuery(userId: string) {
  return queryOptions({
    queryKey: ['username', userId],
    queryFn: async () => {
      const client = await supabase()
      const { data } = await client
        .from('profiles')
        .select('username')
        .eq('id', userId)
        .single()
        .throwOnError()
      return data.username
    },
  })
}

/** Whether a person is an admin, which nobody else may ask. */
export function isAdminQuery(userId: string) {
  return queryOptions({
    queryKey: [IS_ADMIN, userId],
    queryFn: async () => {
      const client = await supabase()
      const { data: held } = await client.auth.getSession()
      // Signed out in another tab just now: the question would go out as nobody's.
      if (held.session?.user.id !== userId) return false
      const roles = client.from('user_roles').select('role').eq('user_id', userId).eq('role', 'admin')
      const { data } = await roles.throwOnError()
      return data.length > 0
    },
  })
}
