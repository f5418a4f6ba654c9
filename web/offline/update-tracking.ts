import type { QueryClient } from '@tanstack/react-query'
import type { OfflinePerson } from '../../domain/offline/tables/tables.ts'
import { readConfig } from '../app/config.ts'
import { isCutOff } from '../connection/connection.ts'
import { MARK_TABLES, type Marks, type MarkTable } from '../features/tracking/marks/marks.ts'
import { marksInRows } from '../features/tracking/marks/marks-in-rows.ts'
import { marksKey } from '../features/tracking/marks/marks-query.ts'
import { listenToConfirmed } from '../features/tracking/marks/tracking.ts'
import { signedInClient } from '../features/tracking/signed-in-client.ts'
import { readStoredPerson } from '../session/stored-session.ts'
import { withPendingMarks } from './pending-in-tables.ts'
import { readStoredTracking, type StoredPerson, storeTracking } from './stored-data.ts'

/** Within this time the page reads its four lists of marks; one read follows for all of them. */
const PAUSE_MS = 1_000

/** Stored tracking that is younger than this is not read again. */
const FRESH_MS = 10 * 60_000

/**
 * Keeps what a person tracks in the browser's storage: it is read once for each visit, and whenever the page has other marks
 * or learns of other copies or viewings. The changes of marks that the page makes or receives are applied to it.
 * @returns a function that ends it.
 */
export function keepTracking(client: QueryClient, userId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  // One after the other, because each reads what the one before it stored.
  let working = Promise.resolve()

  function work(task: () => Promise<void>): void {
    // What is stored stays after a failure; the next visit tries again.
    working = working.then(task).catch((error) => console.warn(error))
  }

  async function store(person: StoredPerson): Promise<void> {
    // The person may have signed out meanwhile, here or in another tab.
    const isSignedIn = readStoredPerson(readConfig().supabaseUrl)?.userId === userId
    if (isSignedIn && !isStopped) await storeTracking(person)
  }

  async function readAgain(): Promise<void> {
    if (isCutOff()) return
    const supabase = await signedInClient(userId)
    const { data } = await supabase.rpc('own_tracking').throwOnError()
    await store({ ...(data as unknown as OfflinePerson), readAt: Date.now() })
  }

  async function readIfDifferent(): Promise<void> {
    const stored = await readStoredTracking()
    const isFresh = stored?.profile.id === userId && stored.readAt > Date.now() - FRESH_MS
    if (!isFresh || MARK_TABLES.some((table) => differs(stored, table))) await readAgain()
  }

  function differs(stored: StoredPerson, table: MarkTable): boolean {
    const shown = client.getQueryData<Marks>([...marksKey(userId), table])
    return shown !== undefined && !areEqual(marksInRows(table, stored[table] as never), shown)
  }

  function readSoon(read: () => Promise<void>): void {
    clearTimeout(timer)
    timer = setTimeout(() => work(read), PAUSE_MS)
  }

  const stops = [
    listenToConfirmed((owner, changes) => {
      if (owner !== userId) return
      work(async () => {
        const stored = await readStoredTracking()
        if (stored?.profile.id === userId)
          await store({ ...withPendingMarks(stored, changes), readAt: stored.readAt })
      })
    }),
    client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return
      const [key, id, part] = event.query.queryKey
      if (key !== marksKey(userId)[0] || id !== userId) return
      const isRead = event.action.type === 'success' && !event.action.manual
      // Copies and viewings are not among the marks that can be compared.
      if (part === 'details' && event.action.type === 'invalidate') readSoon(readAgain)
      else if (isRead && MARK_TABLES.includes(part as MarkTable)) readSoon(readIfDifferent)
    }),
  ]
  work(readIfDifferent)
  return () => {
    isStopped = true
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

function areEqual(some: Marks, others: Marks): boolean {
  return some.size === others.size && [...some].every((mark) => others.has(mark))
}
