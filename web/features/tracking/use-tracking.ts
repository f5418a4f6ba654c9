import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { preloadToasts } from '../../ui/toast/toast.ts'
import type { MarkTable } from './marks/marks.ts'
import { marksKey, marksQuery } from './marks/marks-query.ts'
import { confirm } from './marks/tracking.ts'
import { listenToOtherTabs } from './queue/other-tabs.ts'

const TABLES: readonly MarkTable[] = ['user_ownership', 'user_wishlist', 'user_watched']

/**
 * Brings a person's marks into the page and keeps them as other tabs change them. Nothing happens without a person.
 * @returns how to try again, if the marks could not be read.
 */
export function useTracking(userId: string | undefined): (() => void) | undefined {
  const failed = useQueries({
    queries: TABLES.map((table) => ({ ...marksQuery(userId ?? '', table), enabled: userId !== undefined })),
    combine: (results) => results.filter(({ isLoadingError }) => isLoadingError),
  })
  useOtherTabs(userId)

  useEffect(() => {
    if (userId !== undefined) preloadToasts()
  }, [userId])

  if (failed.length === 0) return undefined
  return () => {
    for (const query of failed) void query.refetch()
  }
}

/** Shows what a person's other tabs change as long as a page is there to show it. */
export function useOtherTabs(userId: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (userId === undefined) return
    const stop = listenToOtherTabs(userId, (change) => confirm(client, userId, change))
    return () => {
      stop()
      // From now on changes go unheard.
      void client.invalidateQueries({ queryKey: marksKey(userId), refetchType: 'none' })
    }
  }, [client, userId])
}
