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
import { onceHydrated } from '../app/deferred-component.tsx'
import { hydrationSafeContext } from '../app/hydration/hydration-safe-context.tsx'
import { isCutOff } from '../connection/connection.ts'
import { PROFILES_KEY } from '../data/query-keys.ts'
import { onceClientLoaded, ownSupabase, supabase } from '../data/supabase.ts'
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

const { Provider: SessionContext, useValue } = hydrationSafeContext<Session>({ status: 'signed-out' })

/** Returns the session. It follows signing in and out in this tab and in others. */
export const useSession = useValue

/** @param how `accountIsGone`: the account and its sessions are deleted already, so the backend is not called. */
type SignOut = (how?: { accountIsGone: boolean }) => Promise<void>

const SignOutContext = createContext<SignOut>(async () => {})

/**
 * Returns a function that ends this browser's session; `leave` also removes everything of the person. Without a network, the
 * session ends in the browser only.
 */
export function useSignOut(): SignOut {
  return useContext(SignOutContext)
}

interface Props {
  /** The person of the first rendering: a visitor if the server rendered the page. */
  initial: Person | 'visitor'
  children: ReactNode
}

export function SessionProvider({ initial, children }: Props) {
  const [person, setPerson] = useState(initial)
  const { userId, email, usernameHint } = typeof person === 'object' ? person : VISITOR
  const { data: username = usernameHint } = useQuery({
    ...usernameQuery(userId ?? ''),
    enabled: userId !== undefined,
  })
  const { data: isAdmin = false } = useQuery({ ...isAdminQuery(userId ?? ''), enabled: userId !== undefined })

  useStoredPerson(setPerson)
  useSignedInAttribute(userId !== undefined)
  useSessionOfLibrary(setPerson)
  useCacheCleanup(userId)
  useEffect(() => {
    if (userId !== undefined) preloadToasts()
  }, [userId])

  // Memoized, because a new object renders much of the page again.
  const session = useMemo<Session>(() => {
    if (userId === undefined) return { status: 'signed-out' }
    return { status: 'signed-in', userId, email, username, isAdmin }
  }, [userId, email, username, isAdmin])

  // The same function in every rendering: another context value would make React discard what the server rendered.
  const queryClient = useQueryClient()
  const signOut = useCallback<SignOut>(
    async ({ accountIsGone } = { accountIsGone: false }) => {
      const { supabaseUrl } = readConfig()
      const leaving = readStoredPerson(supabaseUrl)?.userId
      setPerson('visitor')
      // The backend rejects a read that it receives after the session has ended.
      void queryClient.cancelQueries({
        predicate: ({ queryKey }) => leaving !== undefined && queryKey.includes(leaving),
      })
      // Before the library's own sign-out, which waits while a session cannot be refreshed.
      const token = removeStoredSession(supabaseUrl)
      const { auth } = await supabase()
      await auth.signOut({ scope: 'local' })
      if (token && !accountIsGone) await auth.admin.signOut(token, 'local')
    },
    [queryClient],
  )

  return (
    <SignOutContext value={signOut}>
      <SessionContext value={session}>{children}</SessionContext>
    </SignOutContext>
  )
}

const IS_ADMIN = 'is-admin'
const VISITOR = { userId: undefined, email: '', usernameHint: undefined }

/** Replaces the visitor of a rendered page by the person of the stored session, before the first paint. */
function useStoredPerson(follow: (change: (person: Person | 'visitor') => Person | 'visitor') => void): void {
  useLayoutEffect(() => {
    follow((person) =>
      person === 'visitor' ? (readStoredPerson(readConfig().supabaseUrl) ?? person) : person,
    )
  }, [follow])
}

/** Keeps `data-signed-in`, which style sheets use. `before-paint.js` sets it first. */
function useSignedInAttribute(isSignedIn: boolean): void {
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-signed-in', isSignedIn)
  }, [isSignedIn])
}

/** Follows the stored session, which other tabs change, and that of the client library once it has loaded. */
function useSessionOfLibrary(follow: (person: Person | 'visitor') => void): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const { supabaseUrl } = readConfig()
    const stored = () => readStoredPerson(supabaseUrl) ?? 'visitor'
    // Another tab that cannot load the library changes only the stored session.
    const stopListening = listenToStoredSession(supabaseUrl, () => follow(stored()))
    const subscribed = onceClientLoaded.then(({ auth }) =>
      auth.onAuthStateChange((event, session) => {
        // Without SIGNED_OUT, a missing session only means that it could not be refreshed yet.
        follow(personOf(session?.user) ?? (event === 'SIGNED_OUT' ? 'visitor' : stored()))
        if (session) queryClient.invalidateQueries({ queryKey: [IS_ADMIN] })
        // The username may have been changed in another tab.
        if (session && event === 'USER_UPDATED') {
          queryClient.invalidateQueries({ queryKey: usernameQuery(session.user.id).queryKey })
        }
      }),
    )
    return () => {
      stopListening()
      void subscribed.then(({ data }) => data.subscription.unsubscribe())
    }
  }, [follow, queryClient])
}

/**
 * When a person signs out, removes the queries whose keys contain the person's id, and those of all profiles, which
 * without a network were read as the person. It waits for the hydration, because the page may still have to hydrate
 * with the visitor's view of the person's own profile.
 */
function useCacheCleanup(userId: string | undefined): void {
  const queryClient = useQueryClient()
  const former = useRef(userId)
  useEffect(() => {
    const gone = former.current
    former.current = userId
    if (gone === undefined || gone === userId) return
    void onceHydrated.then(() => {
      queryClient.removeQueries({
        predicate: ({ queryKey }) => queryKey.includes(gone) || queryKey[0] === PROFILES_KEY[0],
      })
    })
    dismissToasts(({ action }) => action !== undefined)
  }, [userId, queryClient])
}

/** The current username of the person who is signed in. The key has the person's id, so it is removed at sign-out. */
export function usernameQuery(userId: string) {
  return queryOptions({
    queryKey: ['username', userId],
    queryFn: async () => {
      const client = await ownSupabase()
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

/** Whether the person who is signed in is an admin. No one else may read it. */
export function isAdminQuery(userId: string) {
  return queryOptions({
    queryKey: [IS_ADMIN, userId],
    queryFn: async () => {
      // The library would wait for a session that cannot be refreshed. The query is repeated when the site is back.
      if (isCutOff()) throw new Error('Out of reach')
      const client = await supabase()
      const { data: stored } = await client.auth.getSession()
      // After a sign-out in another tab, the request would be sent without a session.
      if (stored.session?.user.id !== userId) return false
      const roles = client.from('user_roles').select('role').eq('user_id', userId).eq('role', 'admin')
      const { data } = await roles.throwOnError()
      return data.length > 0
    },
  })
}
