import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { isCutOff, onReconnect, setTrouble } from '../connection/connection.ts'

const loaders = new Set<() => Promise<unknown>>()
const hydrated = Promise.withResolvers<void>()

/** Resolves when the rendered page is hydrated. Work that may wait waits for it. */
export const onceHydrated: Promise<void> = hydrated.promise

/** How long the loading of stored code is delayed, so that the page is rendered first. */
const STORED_DELAY_MS = 2000

/** How long `AfterHydration` waits if the page's code does not load. */
const HYDRATION_TIMEOUT_MS = 5000

/**
 * Makes a component whose code loads after the first view. It must be within a `Suspense`. While the site is
 * unreachable the fallback stays, and the component follows when the site is back.
 */
export function deferredComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  const loadOwn = async () => {
    loaded = await load()
    return { default: loaded }
  }
  const Lazy = lazy(() => loadOrWait(loadOwn))
  loadAfterHydration(loadOwn)
  return function DeferredComponent(props: Props) {
    // A loaded component renders at once: with `lazy` it would suspend for a moment, and the focus would skip it.
    const [Component] = useState(() => loaded ?? Lazy)
    return <Component {...props} />
  }
}

/** Adds code that `loadDeferredCode` loads: the page needs it later, possibly when the site is unreachable. */
export function loadAfterHydration(load: () => Promise<unknown>): void {
  loaders.add(load)
}

/**
 * Loads all deferred components and other deferred code; failures are ignored. To be called when the page is hydrated.
 * Each load begins in a task of its own, because dozens of requests at once would block the page.
 */
export async function loadDeferredCode(): Promise<void> {
  hydrated.resolve()
  // The code is in the browser's storage and would load while the page is still being rendered.
  if (isCutOff()) await new Promise((resolve) => setTimeout(resolve, STORED_DELAY_MS))
  const loads: Promise<unknown>[] = []
  for (const load of loaders) {
    loads.push(load().catch(() => {}))
    await new Promise((resolve) => setTimeout(resolve))
  }
  await Promise.all(loads)
}

/**
 * Makes a component that the server renders and whose code is deferred in the browser: the rendered HTML stays until
 * the code has loaded, and changes of the props show after that. If another address is opened before, or without rendered
 * HTML, the fallback is shown until then.
 */
export async function deferredInBrowser<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
): Promise<ComponentType<Props>> {
  let hasLoaded = false
  const loaded = Promise.withResolvers<void>()
  const loadOwn = async () => {
    const component = await load()
    hasLoaded = true
    loaded.resolve()
    return component
  }
  const Component = import.meta.env.SSR ? await load() : deferredComponent(loadOwn)
  const render = (props: Props) => (
    <Suspense fallback={fallback}>
      <Component {...props} />
    </Suspense>
  )
  if (import.meta.env.SSR) return render
  return function DeferredInBrowser(props: Props) {
    const [first] = useState(() => ({ props, element: render(props), address: address() }))
    const [, setLoaded] = useState(false)
    // With another element, React would replace the rendered HTML by the fallback.
    const keepsFirst = !hasLoaded && first.address === address()
    const isBehind = keepsFirst && first.props !== props
    useEffect(() => {
      if (isBehind) loaded.promise.then(() => setLoaded(true))
    }, [isBehind])
    return keepsFirst ? first.element : render(props)
  }
}

function address(): string {
  return location.pathname + location.search
}

/** Loads, or waits until the site is back and loads then. */
async function loadOrWait<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    console.warn(error)
    setTrouble('site', true)
    return new Promise((resolve) => {
      const stop = onReconnect(async () => {
        resolve(await load())
        stop()
      })
    })
  }
}

/** Renders its children only in the browser, after the page is hydrated. */
export function AfterHydration({ children }: { children: ReactNode }) {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => hydrated.resolve(), HYDRATION_TIMEOUT_MS)
    hydrated.promise.then(() => setReady(true))
    return () => clearTimeout(timer)
  }, [])
  return isReady && children
}
