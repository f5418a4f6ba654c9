import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FilmList, filmPagesQuery } from '../../features/catalogue/films/film-pages.ts'
import type { CatalogueFilm } from '../../features/catalogue/films/films-query.ts'
import { criteriaOf } from '../../features/catalogue/toolbar/apply-view.ts'
import type { View } from '../../features/catalogue/toolbar/view.ts'

/** The first film of a search, and the search as it was typed. */
export interface Hit {
  film: CatalogueFilm
  q: string
  /** Whether the search found other films, too. */
  hasOthers: boolean
}

/**
 * Returns the first hit of the list on the page. A search for names of formats only has none, because it is not for a
 * certain film. While the films of another view are read, the former hit stays, as the former films do.
 * @param ready false while the route is still loading the films.
 */
export function useFirstHit(
  list: FilmList<CatalogueFilm>,
  view: View,
  ready: boolean,
): { hit: Hit | undefined; isBusy: boolean } {
  // The list on the page reads the films.
  const query = useInfiniteQuery({ ...filmPagesQuery(list), enabled: false, subscribed: ready })
  const isBusy = query.isPlaceholderData
  const [shown, setShown] = useState<Hit>()
  const hit = isBusy ? shown : firstHit(query.data?.pages[0], view)
  if (hit?.film !== shown?.film || hit?.q !== shown?.q || hit?.hasOthers !== shown?.hasOthers) setShown(hit)
  return { hit, isBusy }
}

function firstHit(
  page: { films: CatalogueFilm[]; total: number | null } | undefined,
  view: View,
): Hit | undefined {
  const { words, spines } = criteriaOf(view)
  const film = words.length + spines.length > 0 ? page?.films[0] : undefined
  return film && { film, q: view.q.trim(), hasOthers: page?.total !== 1 }
}
