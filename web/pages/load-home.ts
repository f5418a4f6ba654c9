import type { QueryClient } from '@tanstack/react-query'
import { filmPagesQuery, loadRememberedPages } from '../features/catalogue/films/film-pages.ts'
import { catalogueFilms, catalogueSizeQuery } from '../features/catalogue/films/films-query.ts'
import { isFiltered, type Part } from '../features/catalogue/toolbar/view.ts'

/** Starts what the home page shows. The server waits for all of it, the browser only for a place deep in the list. */
export function loadHome(
  client: QueryClient,
  { after, ...view }: Part,
  entry: string | undefined,
): Promise<unknown> | undefined {
  const films = catalogueFilms(view, after)
  if (!import.meta.env.SSR) return loadRememberedPages(client, films, entry)
  return Promise.all([
    client.fetchInfiniteQuery(filmPagesQuery(films)),
    // The banner's.
    isFiltered(view) && client.fetchQuery(catalogueSizeQuery()),
  ])
}
