import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { FilmList } from '../films/film-pages.ts'

/** Why no film was picked. */
export type None = 'no film' | 'unreadable'

export interface Picking {
  /** What the dialog shows: the picked film, or why there is none. */
  picked: { spine: number } | { none: None } | undefined
  isPicking: boolean
  pick: () => Promise<void>
  /** Forgets why no film was picked. */
  forget: () => void
}

/**
 * Picks films of a list. The picked one is in the address, so that it can be shared, and Back closes it.
 * @param criteria what decides which films are in the list; those seen are remembered for each.
 * @param spine the film in the address, if there is one.
 * @param total the number of films in the list, if it is known.
 */
export function usePick(
  list: FilmList<unknown>,
  criteria: string,
  spine: number | undefined,
  total: number,
): Picking {
  const router = useRouter()
  const [state, setState] = useState<'idle' | 'picking' | None>('idle')
  const isPicking = state === 'picking'

  async function pick() {
    if (isPicking) return
    setState('picking')
    try {
      const { pickInAddress } = await import('./pick-in-address.ts')
      const found = await pickInAddress(router, list, criteria, total)
      setState(found ? 'idle' : 'no film')
    } catch (error) {
      console.warn(error)
      setState('unreadable')
    }
  }

  const none = state === 'idle' || isPicking ? undefined : { none: state as None }
  return {
    picked: none ?? (spine === undefined ? undefined : { spine }),
    isPicking,
    pick,
    forget: () => setState('idle'),
  }
}
