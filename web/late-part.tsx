import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react'
import { sendWhenBack, setTrouble } from './connection.ts'
import { loadMissingStyles } from './missing-styles.ts'

/**
 * A part of a page whose code comes after the page. It is to stand in a `Suspense`, which holds its place; while the site
 * is out of reach the place stays, and the part comes when the site is back.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadInTheEnd(load) }))
}

/**
 * The same for what the server draws: in a page from there it stays as it is until its code has come. What it stands in
 * must not be drawn anew for other reasons than its own, or the place is seen in between.
 */
export async function drawnOrLate<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  return import.meta.env.SSR ? load() : latePart(load)
}

async function loadInTheEnd<Part>(load: () => Promise<Part>): Promise<Part> {
  const loadStyled = () => loadMissingStyles().then(load)
  try {
    return await loadStyled()
  } catch (error) {
    console.warn(error)
    setTrouble('answer', true)
    return new Promise((resolve) => {
      const stop = sendWhenBack(async () => {
        resolve(await loadStyled())
        stop()
      })
    })
  }
}

/** What is for the browser alone, and only once the page has been taken over. */
export function Afterwards({ children }: { children: ReactNode }) {
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return isReady && children
}
