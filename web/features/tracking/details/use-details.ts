import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, useSyncExternalStore } from 'react'
import type { Format } from '../../../../domain/film/formats.ts'
import { useHasEnded } from '../../../session/session-ended.tsx'
import { useLast } from '../../../session/while-signed-in.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { changeMark } from '../marks/change-mark.ts'
import {
  type MarkChange,
  markKey,
  readMarkKey,
  type SubjectChange,
  subjectOf,
  type TrackedFilm,
  type TrackedSet,
  tableOf,
} from '../marks/marks.ts'
import type { SentMark } from '../marks/pending-marks.ts'
import { setMarks } from '../marks/set-mark.ts'
import { isMarked, isWishedFor, type Tracking, trackingOf } from '../marks/tracking.ts'
import { offerToEndWish } from '../marks/wish-offer.ts'
import { showRejection } from '../rejection-toasts.ts'
import { SignedOutError } from '../signed-in-client.ts'
import { type Details, withDetailChanges } from './details.ts'
import { detailsQuery } from './details-query.ts'
import { type RefusedDetails, useRefusedDetails } from './refused-details.ts'

export interface UsedDetails {
  /** With pending changes; undefined until they are loaded. */
  details: Details | undefined
  hasFailed: boolean
  retry: () => void
  isQueued: (mark: 'copy' | 'viewing', id: string) => boolean
  isOwned: (format: Format) => boolean
  /** What the server has rejected. */
  refused: RefusedDetails
  /** Writes or removes an entry. A removal offers to undo it, and a new disc that was wished for to end the wish. */
  change: (change: SubjectChange, undo?: SubjectChange) => void
}

/**
 * What a person has noted of a film, or of a set without a spine.
 * @param onSignedOut is called if the session turns out to have ended.
 */
export function useDetails(
  userId: string,
  tracked: TrackedFilm | TrackedSet,
  onSignedOut: () => void,
): UsedDetails {
  const subject = subjectOf(tracked)
  const hasEnded = useHasEnded()
  const tracking = useLastTracking(userId, hasEnded)
  const { pending } = tracking
  const refused = useRefusedDetails(userId, subject)
  const query = useQuery({ ...detailsQuery(userId, subject), enabled: !hasEnded })
  const confirmed = useLast(query.data)
  // A text, because a snapshot must be equal to the last one while nothing has changed.
  const pendingText = useSyncExternalStore(
    pending.subscribe,
    () => JSON.stringify(pending.ofSubject(subject)),
    () => '[]',
  )
  const details = useMemo(() => {
    const changes = (JSON.parse(pendingText) as SentMark[]).map(({ key, ...mark }) => ({
      ...readMarkKey(key),
      ...mark,
    }))
    return confirmed && withDetailChanges(confirmed, changes)
  }, [confirmed, pendingText])

  async function send(change: MarkChange, undo?: MarkChange) {
    const format = change.mark === 'copy' && change.on ? (change.row?.format as Format) : undefined
    const isNewDisc = format !== undefined && !isMarked(tracking, subject, format)
    try {
      await setMarks(tracking, [change])
      if (isNewDisc && isWishedFor(tracking, subject, format))
        offerToEndWish(tracked, format, () => changeMark(tracking, tracked, 'wishlist', false, onSignedOut))
      if (undo)
        toast({
          title: change.mark === 'copy' ? 'Copy removed' : 'Viewing removed',
          description: tracked.title,
          action: { label: 'Undo', onClick: () => send(undo) },
        })
    } catch (error) {
      console.warn(error)
      if (error instanceof SignedOutError) onSignedOut()
      else showRejection(tableOf(change.mark))
    }
  }

  return {
    details,
    hasFailed: query.isError && confirmed === undefined,
    retry: () => void query.refetch(),
    refused,
    isOwned: (format) => isMarked(tracking, subject, format),
    isQueued: (mark, id) => pending.isQueued(markKey({ mark, ...subject, id })),
    change: (change, undo) => void send({ ...subject, ...change }, undo && { ...subject, ...undo }),
  }
}

/** After the session has ended, the pending marks of the person are not read again from where they are stored. */
function useLastTracking(userId: string, hasEnded: boolean): Tracking {
  const client = useQueryClient()
  const [last, setLast] = useState(() => trackingOf(client, userId))
  const tracking = hasEnded ? last : trackingOf(client, userId)
  if (tracking !== last) setLast(tracking)
  return tracking
}
