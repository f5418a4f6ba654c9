const KEY = 'catalogue-pages'
// More history entries than a person goes back through.
const ENTRIES = 100

type Remembered = [entry: string, pages: number][]

/** How many pages were on screen at this history entry, in this tab; 1 when unknown. */
export function rememberedPages(entry: string | undefined): number {
  return read().find(([key]) => key === entry)?.[1] ?? 1
}

export function rememberPages(entry: string, pages: number): void {
  const others = read().filter(([key]) => key !== entry)
  write([...others.slice(1 - ENTRIES), [entry, pages]])
}

function read(): Remembered {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isEntry) : []
  } catch {
    return []
  }
}

function write(entries: Remembered): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(entries))
  } catch {
    // Storage may be full or forbidden; then a reload starts at the top of the list.
  }
}

function isEntry(value: unknown): value is Remembered[number] {
  return Array.isArray(value) && typeof value[0] === 'string' && Number.isInteger(value[1]) && value[1] > 0
}
