import { useQueryClient } from '@tanstack/react-query'
import { CloudCheck, CloudOff } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { keepOfflineData } from '../../../app/keep-offline-data.ts'
import { loadOfflinePages } from '../../../app/lazy-page.ts'
import { currentConnection, subscribeToConnection } from '../../../connection/connection.ts'
import { rereadStoredAnswers } from '../../../connection/reread-stored-answers.ts'
import { currentDataTime, subscribeToDataTime } from '../../../connection/stored-answers.ts'
import { isSignInOffline, subscribeToOfflineSignIn } from '../../../session/offline-sign-in.ts'
import { useSession } from '../../../session/session.tsx'
import { listenToSends } from '../queue/send-queue.ts'
import { readStoredMarks } from '../queue/stored-marks.ts'
import { useQueuedMarks } from '../queue/use-queued-marks.ts'
import styles from './connection-notice.module.css'
import { offlineText, sentText, signedOutText } from './connection-texts.ts'

const READING_MS = 8_000

/** Reports that the site cannot be reached and how many changes wait for it, and later how many were sent. */
export function ConnectionNotice() {
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.userId : undefined
  const queued = useQueuedMarks(userId)
  const connection = useSyncExternalStore(subscribeToConnection, currentConnection, () => 'online' as const)
  const dataTime = useSyncExternalStore(subscribeToDataTime, currentDataTime, () => undefined)
  const isOfflineSignIn = useSyncExternalStore(subscribeToOfflineSignIn, isSignInOffline, () => false)
  const event = useLastEvent(userId)
  const region = useRef<HTMLDivElement>(null)
  useReservedSpace(region)

  useEffect(() => (userId === undefined ? undefined : loadOfflinePages()), [userId])
  useChangesElsewhere(userId)
  useOfflineData(userId)

  const isOffline = connection !== 'online'
  const text = isOffline
    ? offlineText(connection, userId !== undefined, queued, isOfflineSignIn, dataTime)
    : event
  const Icon = isOffline ? CloudOff : CloudCheck
  return (
    // A screen reader announces only changes of a status region that is already in the page.
    <div ref={region} className={styles.region} role="status">
      {text !== undefined && (
        <p className={isOffline ? styles.notice : `${styles.notice} ${styles.good}`}>
          <Icon aria-hidden="true" strokeWidth={1.75} />
          <span>{text}</span>
        </p>
      )}
    </div>
  )
}

/** Shows what the person changes on other devices. Its code and the channel come after the page is interactive. */
function useChangesElsewhere(userId: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (userId === undefined) return
    let isGone = false
    let stop = () => {}
    import('../live/listen-to-changes.ts').then(
      ({ listenToChanges }) => {
        if (!isGone) stop = listenToChanges(client, userId)
      },
      // Without it, the page reads again when it comes to the front.
      () => {},
    )
    return () => {
      isGone = true
      stop()
    }
  }, [client, userId])
}

/** Stores what the pages need without a network. */
function useOfflineData(userId: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => rereadStoredAnswers(client), [client])
  useEffect(() => keepOfflineData(client, userId), [client, userId])
}

/** Gives the height of the notice to the style sheets, which keep other content clear of it. */
function useReservedSpace(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!region.current) return
    const root = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height ?? 0
      root.toggleAttribute('data-notice', height > 0)
      // Setting the property recalculates the styles of the whole page.
      if (height > 0) root.style.setProperty('--notice-height', `${height}px`)
    })
    observer.observe(region.current)
    return () => {
      observer.disconnect()
      root.removeAttribute('data-notice')
    }
  }, [region])
}

/** The latest event, for as long as it takes to read. */
function useLastEvent(userId: string | undefined): string | undefined {
  const [event, setEvent] = useState<{ text: string }>()
  const previousUserId = useRef(userId)

  useEffect(() => {
    let before = currentConnection()
    // The text about sending that ended while the site could not be reached, shown when the site is back.
    let postponed: string | undefined
    const stops = [
      listenToSends((outcome) => {
        const text = 'queued' in outcome ? signedOutText(outcome.queued) : sentText(outcome)
        if (text && currentConnection() === 'online') setEvent({ text })
        else postponed = text ?? postponed
      }),
      subscribeToConnection(() => {
        const now = currentConnection()
        if (now === 'online' && before !== 'online') {
          setEvent({ text: postponed ?? 'You are back online.' })
          postponed = undefined
        }
        before = now
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])

  useEffect(() => {
    const previous = previousUserId.current
    previousUserId.current = userId
    if (previous === undefined || previous === userId) return
    const queued = readStoredMarks(previous).length
    setEvent(queued > 0 ? { text: signedOutText(queued) } : undefined)
  }, [userId])

  useEffect(() => {
    if (!event) return
    const timer = setTimeout(() => setEvent(undefined), READING_MS)
    return () => clearTimeout(timer)
  }, [event])

  return event?.text
}
