import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { preloadToasts } from '../../ui/toast/toast.ts'
import { MARK_TABLES } from './marks/marks.ts'
import { marksKey, marksQuery } from './marks/marks-query.ts'
import { confirm, invalidateMarks } from './marks/tracking.ts'
import { listenToBroadcasts } from './queue/mark-broadcast.ts'

/**
 * Loads a person's marks and follows the changes of other tabs. For a visitor it does nothing.
 * @returns a function that tries again, if the marks could not be loaded.
 */
export function useTracking(userId: string | undefined): (() => void) | undefined {
  const failed = useQueries({
    queries: MARK_TABLES.map((table) => ({
      ...marksQuery(userId ?? '', table),
      enabled: userId !== undefined,
    })),
    combine: (results) => results.filter(({ isLoadingError }) => isLoadingError),
  })
  useMarksFromOtherTabs(userId)

  useEffect(() => {
    if (userId !== undefined) preloadToasts()
  }, [userId])

  if (failed.length === 0) return undefined
  return () => {
    for (const query of failed) void query.refetch()
  }
}

/** Applies the changes that a person's other tabs make, while the calling page is mounted. */
export function useMarksFromOtherTabs(userId: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (userId === undefined) return
    const stop = listenToBroadcasts(
      userId,
      (change) => confirm(client, userId, [change], 'another page'),
      () => invalidateMarks(client, userId),
    )
    return () => {
      stop()
      // Later changes of other tabs are missed, so the marks are read again when they are needed.
      void client.invalidateQueries({ queryKey: marksKey(userId), refetchType: 'none' })
    }
  }, [client, userId])
}
