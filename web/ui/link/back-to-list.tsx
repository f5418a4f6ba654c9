import { type AnyRouter, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { PATHS, usernameInPath } from '../../../domain/paths.ts'
import { BackLink } from './back-link.tsx'

const STEPS = 'stepsFromList'

/**
 * Returns the state of the next history entry: how many steps that entry is away from the list of films, if the person
 * came from one.
 */
export function stepsState({ latestLocation: { pathname, state } }: AnyRouter): object {
  if (pathname === PATHS.home || usernameInPath(pathname) !== undefined) return { [STEPS]: 1 }
  const steps = stepsIn(state)
  return steps === undefined ? {} : { [STEPS]: steps + 1 }
}

/**
 * A link to the collection. If the person came from a list of films, it goes back in the history, so that they return to
 * the same place in it.
 */
export function BackToList() {
  const router = useRouter()

  function goBack(event: MouseEvent) {
    const steps = stepsIn(router.latestLocation.state)
    if (steps === undefined || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.history.go(-steps)
  }

  return (
    <BackLink to={PATHS.home} onClick={goBack}>
      Back to the collection
    </BackLink>
  )
}

function stepsIn(state: object): number | undefined {
  const steps = (state as Record<string, unknown>)[STEPS]
  return typeof steps === 'number' && steps > 0 ? steps : undefined
}
