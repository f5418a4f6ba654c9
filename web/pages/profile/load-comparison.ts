import type { QueryClient } from '@tanstack/react-query'
import { comparedFilms } from '../../features/catalogue/films/compared-films.ts'
import { filmPagesQuery, restorePages } from '../../features/catalogue/films/film-pages.ts'
import { filterCountsQuery } from '../../features/catalogue/filters/filter-counts.ts'
import { setTitlesQuery } from '../../features/catalogue/filters/sets-query.ts'
import { isFiltered, type PositionedView } from '../../features/catalogue/toolbar/view.ts'
import { filmQuery } from '../../features/film/page/film-query.ts'
import { boxSizesQuery } from '../../features/film/sets/box-sizes-query.ts'
import { comparisonQuery, listsOf } from '../../features/profile/comparison/comparison-query.ts'
import { ownIdIfNamed } from '../loaders.ts'

interface Asked extends PositionedView {
  tab?: unknown
}

/**
 * Starts the queries of the comparison of two people. The server waits for all of them, the browser only when going back to a
 * position on a later page of the list.
 */
export async function loadComparison(
  client: QueryClient,
  { username, other }: { username: string; other: string },
  { tab, after, pick, ...view }: Asked,
  entry: string | undefined,
): Promise<void> {
  const ownId = import.meta.env.SSR
    ? undefined
    : (ownIdIfNamed(client, username) ?? ownIdIfNamed(client, other))
  const comparing = client.fetchQuery(comparisonQuery(username, other, ownId))
  // In the browser, the page shows failures.
  const comparison = await (import.meta.env.SSR ? comparing : comparing.catch(() => null))
  if (!comparison) return
  const { list } = listsOf(comparison, tab)
  const pair = { userId: comparison.user_id, otherId: comparison.with_user_id, ownId }
  const films = comparedFilms(pair, list, view, after)
  if (!import.meta.env.SSR) return restorePages(client, films, entry)
  await Promise.all([
    client.fetchInfiniteQuery(filmPagesQuery(films)),
    pick !== undefined && client.fetchQuery(filmQuery(client, pick)),
    view.set !== undefined && client.fetchQuery(setTitlesQuery()),
    view.view === 'shelf' && client.fetchQuery(boxSizesQuery()),
    // For the tabs.
    isFiltered(view) && client.fetchQuery(filterCountsQuery(view, { ...pair, list })),
  ])
}
