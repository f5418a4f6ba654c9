import { useSyncExternalStore } from 'react'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

// The values of --paper; public/before-paint.js has the same ones and sets them before the first paint.
const PAPER = { light: '#f6f3ec', dark: '#131211' } as const

const listeners = new Set<() => void>()

/** Returns the chosen theme; `system` on the server and during hydration. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, storedTheme, () => 'system')
}

export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem('theme')
    else localStorage.setItem('theme', theme)
  } catch {
    // Without storage the choice lasts as long as the page, because it is read from the document's attribute.
  }
  apply(theme)
  for (const listener of listeners) listener()
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = PAPER[theme === 'system' ? own : theme]
  }
}

function storedTheme(): Theme {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function subscribe(listener: () => void): () => void {
  function followOtherTab(event: StorageEvent) {
    if (event.key !== 'theme') return
    apply(event.newValue === 'light' || event.newValue === 'dark' ? event.newValue : 'system')
    listener()
  }
  listeners.add(listener)
  addEventListener('storage', followOtherTab)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', followOtherTab)
  }
}
