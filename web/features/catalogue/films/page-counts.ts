const KEY = 'catalogue-pages'
// More history entries than a person is likely to go back through.
const ENTRIES = 100

type PageCounts = [entry: string, pages: number][]

/** The number of pages that were on screen at a history entry of this tab; 1 if unknown. */
export function pageCountOf(entry: string | undefined): number {
  return read().find(([key]) => key === entry)?.[1] ?? 1
}

export function storePageCount(entry: string, pages: number): void {
  const others = read().filter(([key]) => key !== entry)
  write([...others.slice(1 - ENTRIES), [entry, pages]])
}

function read(): PageCounts {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isEntry) : []
  } catch {
    return []
  }
}

function write(entries: PageCounts): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(entries))
  } catch {
    // Storage may be full or forbidden; then a reload starts at the top of the list.
  }
}

function isEntry(value: unknown): value is PageCounts[number] {
  return Array.isArray(value) && typeof value[0] === 'string' && Number.isInteger(value[1]) && value[1] > 0
}
