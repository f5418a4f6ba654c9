import { useState } from 'react'
import { toast } from '../../../ui/toast/toast.ts'
import { type FilmKey, type FilmList, readAllKeys } from '../films/film-pages.ts'
import { extended, NO_SELECTION, type SelectedFilms, toggled, withAll } from './selection.ts'

export interface Selecting {
  films: SelectedFilms
  toggle: (film: FilmKey) => void
  extend: (list: readonly FilmKey[], to: number) => void
  /** Selects the whole list, also the films that are not on the page. */
  selectAll: () => Promise<void>
  clear: () => void
}

/**
 * The selected films of a list. They stay selected when it is sorted, and not when it is filtered.
 * @param criteria what decides which films are in the list, as a text.
 */
export function useSelection(list: Pick<FilmList<unknown>, 'readKeys'>, criteria: string): Selecting {
  const [{ of, selection }, setState] = useState({ of: criteria, selection: NO_SELECTION })
  const current = of === criteria ? selection : NO_SELECTION
  const set = (selection: typeof NO_SELECTION) => setState({ of: criteria, selection })
  return {
    films: current.films,
    toggle: (film) => set(toggled(current, film)),
    extend: (list, to) => set(extended(current, list, to)),
    clear: () => set(NO_SELECTION),
    async selectAll() {
      try {
        const keys = await readAllKeys(list)
        setState((latest) => ({
          of: criteria,
          selection: withAll(latest.of === criteria ? latest.selection : NO_SELECTION, keys),
        }))
      } catch (error) {
        console.warn(error)
        toast({
          title: 'The list could not be selected',
          description: 'It could not be read. Please try again.',
          destructive: true,
        })
      }
    },
  }
}
