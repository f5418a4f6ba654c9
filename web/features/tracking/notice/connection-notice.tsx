import { CloudCheck, CloudOff } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { preloadPages } from '../../../app/lazy-page.ts'
import { currentConnection, subscribeToConnection } from '../../../connection/connection.ts'
import { isSignInOffline, subscribeToOfflineSignIn } from '../../../session/offline-sign-in.ts'
import { useSession } from '../../../session/session.tsx'
import { listenToDeliveries } from '../queue/deliver.ts'
import { readUnsent } from '../queue/unsent-marks.ts'
import { useUnsentMarks } from '../queue/use-unsent-marks.ts'
import styles from './connection-notice.module.css'
import { awayText, deliveryText, keptText } from './connection-texts.ts'

const READING_MS = 8_000

/** Says that the site is out of reach and what becomes of ticks, and when it is back what was sent. */
export function ConnectionNotice() {
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.userId : undefined
  const waiting = useUnsentMarks(userId)
  const connection = useSyncExternalStore(subscribeToConnection, currentConnection, () => 'online' as const)
  const missedSignIn = useSyncExternalStore(subscribeToOfflineSignIn, isSignInOffline, () => false)
  const news = useNews(userId)
  const place = useRef<HTMLDivElement>(null)
  useRoomFor(place)

  useEffect(() => (userId === undefined ? undefined : preloadPages()), [userId])

  const isAway = connection !== 'online'
  const text = isAway ? awayText(connection, userId !== undefined, waiting, missedSignIn) : news
  const Icon = isAway ? CloudOff : CloudCheck
  return (
    // There before it says anything, or nobody would be told.
    <div ref={place} className={styles.place} role="status">
      {text !== undefined && (
        <p className={isAway ? styles.notice : `${styles.notice} ${styles.good}`}>
          <Icon aria-hidden="true" strokeWidth={1.75} />
          <span>{text}</span>
        </p>
      )}
    </div>
  )
}

/** Tells the style sheets how high it is, for what must not lie behind it. */
function useRoomFor(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!place.current) return
    const root = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height ?? 0
      root.toggleAttribute('data-notice', height > 0)
      // Any word of it has the style of the whole page reckoned anew.
      if (height > 0) root.style.setProperty('--notice-height', `${height}px`)
    })
    observer.observe(place.current)
    return () => {
      observer.disconnect()
      root.removeAttribute('data-notice')
    }
  }, [place])
}

/** What has just happened, for as long as it takes to read. */
function useNews(userId: string | undefined): string | undefined {
  const [news, setNews] = useState<{ text: string }>()
  const former = useRef(userId)

  useEffect(() => {
    let before = currentConnection()
    // What was sent while other things were still out of reach.
    let untold: string | undefined
    const stops = [
      listenToDeliveries((delivery) => {
        const text = 'kept' in delivery ? keptText(delivery.kept) : deliveryText(delivery)
        if (text && currentConnection() === 'online') setNews({ text })
        else untold = text ?? untold
      }),
      subscribeToConnection(() => {
        const now = currentConnection()
        if (now === 'online' && before !== 'online') {
          setNews({ text: untold ?? 'You are back online.' })
          untold = undefined
        }
        before = now
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])

  useEffect(() => {
    const left = former.current
    former.current = userId
    if (left === undefined || left === userId) return
    const kept = readUnsent(left).length
    setNews(kept > 0 ? { text: keptText(kept) } : undefined)
  }, [userId])

  useEffect(() => {
    if (!news) return
    const timer = setTimeout(() => setNews(undefined), READING_MS)
    return () => clearTimeout(timer)
  }, [news])

  return news?.text
}
