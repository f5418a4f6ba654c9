import type { QueryClient } from '@tanstack/react-query'
import { filmPagesQuery, restorePages } from '../features/catalogue/films/film-pages.ts'
import { catalogueFilms, catalogueSizeQuery } from '../features/catalogue/films/films-query.ts'
import { isFiltered, type PositionedView } from '../features/catalogue/toolbar/view.ts'

/**
 * Starts the queries of the home page. The server waits for all of them, the browser only when going back to a position
 * on a later page of the list.
 */
export function loadHome(
  client: QueryClient,
  { after, ...view }: PositionedView,
  entry: string | undefined,
): Promise<unknown> | undefined {
  const films = catalogueFilms(view, after)
  if (!import.meta.env.SSR) return restorePages(client, films, entry)
  return Promise.all([
    client.fetchInfiniteQuery(filmPagesQuery(films)),
    // For the banner.
    isFiltered(view) && client.fetchQuery(catalogueSizeQuery()),
  ])
}
