import type { AnyRouter } from '@tanstack/react-router'
import type { FilmList } from '../films/film-pages.ts'
import { pickFilm } from './pick-film.ts'
import { seenIn, storeSeen } from './seen-films.ts'

const OPENED_HERE = 'pickOpenedHere'

/**
 * Picks a film of a list and puts it into the address. The first film adds an entry to the history, and the next ones
 * replace it.
 * @returns false if the list has no film.
 */
export async function pickInAddress(
  router: AnyRouter,
  list: FilmList<unknown>,
  criteria: string,
  total: number,
): Promise<boolean> {
  const { href } = router.latestLocation
  const found = await pickFilm(list, total, seenIn(criteria))
  // The person has left the list.
  if (router.latestLocation.href !== href) return true
  if (!found) return false
  storeSeen(criteria, found.spine, found.allWereSeen)
  const { search, state } = router.latestLocation
  const isOpen = 'pick' in search && search.pick !== undefined
  const next: object = isOpen ? state : { [OPENED_HERE]: true }
  await router.navigate({
    to: '.',
    search: (search: object) => ({ ...search, pick: found.spine }),
    state: next,
    replace: isOpen,
    resetScroll: false,
  })
  return true
}

/** Takes the film out of the address: back to the list that it was picked from, if that is the entry before. */
export function closePicked(router: AnyRouter): void {
  const { search, state } = router.latestLocation
  if (!('pick' in search) || search.pick === undefined) return
  if (OPENED_HERE in state) router.history.back()
  else
    void router.navigate({
      to: '.',
      search: (search: object) => ({ ...search, pick: undefined }),
      replace: true,
      resetScroll: false,
    })
}
