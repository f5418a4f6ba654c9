import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react'
import { onReconnect, setTrouble } from '../connection/connection.ts'
import { retryStylesheets } from './hydration/retry-stylesheets.ts'

const parts = new Set<() => Promise<unknown>>()
const takenOver = Promise.withResolvers<void>()

/** Resolves when the page that came from the server hears its visitor: what may wait waits for that. */
export const onceHydrated: Promise<void> = takenOver.promise

/** How long what comes afterwards waits for a page whose own code does not come. */
const PATIENCE_MS = 5000

/**
 * A part of a page whose code comes after the page. It is to stand in a `Suspense`, which holds its place; while the site
 * is out of reach the place stays, and the part comes when the site is back.
 */
export function deferredComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let part: ComponentType<Props> | undefined
  const loadStyled = async () => {
    await retryStylesheets()
    part = await load()
    return { default: part }
  }
  const Late = lazy(() => inTheEnd(loadStyled))
  parts.add(loadStyled)
  return function LatePart(props: Props) {
    // Once it is there it takes no moment more, in which the keyboard's focus would go on without it.
    const [Part] = useState(() => part ?? Late)
    return <Part {...props} />
  }
}

/** Loads all of them ahead of their use, as far as they come. To be called once the page has been taken over. */
export async function loadDeferredComponents(): Promise<void> {
  takenOver.resolve()
  await Promise.allSettled([...parts].map((load) => load()))
}

/**
 * The same for what the server draws: in a page from there it stays as it is until its code has come. What it stands in
 * must not be drawn anew for other reasons than its own, or the place is seen in between.
 */
export async function deferredInBrowser<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  return import.meta.env.SSR ? load() : deferredComponent(load)
}

async function inTheEnd<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    console.warn(error)
    setTrouble('answer', true)
    return new Promise((resolve) => {
      const stop = onReconnect(async () => {
        resolve(await load())
        stop()
      })
    })
  }
}

/** What is for the browser alone, and only once the page has been taken over. */
export function AfterHydration({ children }: { children: ReactNode }) {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => takenOver.resolve(), PATIENCE_MS)
    takenOver.promise.then(() => setReady(true))
    return () => clearTimeout(timer)
  }, [])
  return isReady && children
}
