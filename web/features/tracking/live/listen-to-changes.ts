import type { RealtimeChannel } from '@supabase/supabase-js'
import type { QueryClient } from '@tanstack/react-query'
import { FILMS_KEY, PROFILES_KEY } from '../../../data/query-keys.ts'
import { markKey, withChanges } from '../marks/marks.ts'
import { marksKey, marksQuery } from '../marks/marks-query.ts'
import { confirm, invalidateMarks, trackingOf } from '../marks/tracking.ts'
import { wishesQuery } from '../shopping/wishes-query.ts'
import { signedInClient } from '../signed-in-client.ts'
import { type ReceivedRow, readReceivedRow } from './received-row.ts'
import { setSubscribed } from './subscribed.ts'

/** A channel that was closed, as when its token expired, is opened again after this time. */
const REOPEN_MS = 30_000

/** Marks that were read longer ago than this are read again when the channel first opens: they may miss a change. */
const JUST_READ_MS = 10_000

const TABLES = [
  'user_ownership',
  'user_sets',
  'user_wishlist',
  'user_watched',
  'user_copies',
  'user_viewings',
  'user_wish_details',
]

/** Shows what a person changes on other devices, as long as the page is open. @returns a function that stops it. */
export function listenToChanges(client: QueryClient, userId: string): () => void {
  let isStopped = false
  let channel: RealtimeChannel | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasOpen = false

  async function open(): Promise<void> {
    const supabase = await signedInClient(userId)
    if (isStopped) return
    let fresh = supabase.channel(`changes of ${userId}`)
    for (const table of TABLES) {
      const binding = { event: '*', schema: 'public', table, filter: `user_id=eq.${userId}` } as const
      fresh = fresh.on('postgres_changes', binding, (row) => receive(row as ReceivedRow))
    }
    fresh = fresh.on('postgres_changes', { event: '*', schema: 'public', table: 'films' }, forgetFilms)
    channel = fresh
    fresh.subscribe((state) => {
      if (channel !== fresh) return
      setSubscribed(state === 'SUBSCRIBED')
      if (state === 'SUBSCRIBED') rereadMissed()
      if (state === 'CLOSED') reopenLater()
    })
  }

  function reopenLater(): void {
    channel = undefined
    // The attempts end when the person is signed out, because the page then stops listening.
    timer = setTimeout(() => open().catch(reopenLater), REOPEN_MS)
  }

  /** Reads what may have changed while the channel was not open. */
  function rereadMissed(): void {
    if (wasOpen) {
      invalidateMarks(client, userId)
      forgetFilms()
    } else {
      void client.invalidateQueries({
        queryKey: marksKey(userId),
        predicate: ({ state }) => state.dataUpdatedAt < Date.now() - JUST_READ_MS,
      })
    }
    wasOpen = true
  }

  function receive(row: ReceivedRow): void {
    const change = readReceivedRow(userId, row)
    if (change === undefined) return
    if (change === 'details') {
      rereadDetails()
      return
    }
    const { pending } = trackingOf(client, userId)
    // Pending marks are left out, because the response to the page's own request confirms them.
    const changes = change.changes.filter((mark) => pending.get(markKey(mark)) === undefined)
    // A wish has a priority, too, which is no mark.
    if (change.marks === 'user_wishlist' && changes.length > 0) rereadDetails()
    const marks = client.getQueryData(marksQuery(userId, change.marks).queryKey)
    if (!marks || withChanges(marks, changes) === marks) return
    void confirm(client, userId, changes, 'another page')
  }

  function rereadDetails(): void {
    void client.invalidateQueries({ queryKey: [...marksKey(userId), 'details'] })
    void client.invalidateQueries({ queryKey: wishesQuery(userId).queryKey })
    void client.invalidateQueries({ queryKey: PROFILES_KEY, refetchType: 'none' })
  }

  /** Has films read again when they are shown next: nothing should move under the pointer. */
  function forgetFilms(): void {
    void client.invalidateQueries({ queryKey: FILMS_KEY, refetchType: 'none' })
  }

  open().catch(reopenLater)
  return () => {
    isStopped = true
    clearTimeout(timer)
    setSubscribed(false)
    const last = channel
    channel = undefined
    void last?.unsubscribe()
  }
}
