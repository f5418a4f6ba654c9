import { useSyncExternalStore } from 'react'

/** The charts that can be shown as tables. */
export type ChartName = 'wall' | 'format' | 'decade' | 'acquired' | 'country' | 'director' | 'set'

/** `public/before-paint.js` reads it before the first paint; style sheets depend on the document's attribute. */
const KEY = 'tables'

const listeners = new Set<() => void>()

/** Whether this person chose the table of a chart; false on the server and during hydration. */
export function useIsTable(chart: ChartName): boolean {
  return useSyncExternalStore(
    subscribe,
    () => shown().includes(chart),
    () => false,
  )
}

/** Shows a chart as a table or as a chart, now and at later visits. */
export function chooseTable(chart: ChartName, isTable: boolean): void {
  const others = shown().filter((each) => each !== chart)
  const chosen = [...others, ...(isTable ? [chart] : [])].join(' ')
  try {
    localStorage.setItem(KEY, chosen)
  } catch {
    // Without storage the choice lasts as long as the document.
  }
  document.documentElement.dataset.tables = chosen
  for (const listener of listeners) listener()
}

function shown(): string[] {
  return (document.documentElement.dataset.tables ?? '').split(' ').filter(Boolean)
}

function subscribe(listener: () => void): () => void {
  function followOtherTab(event: StorageEvent) {
    if (event.key !== KEY) return
    document.documentElement.dataset.tables = event.newValue ?? ''
    listener()
  }
  listeners.add(listener)
  addEventListener('storage', followOtherTab)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', followOtherTab)
  }
}
