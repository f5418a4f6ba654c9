const KEY = 'picked-films'
// More lists than a person is likely to pick from in one visit.
const LISTS = 20

type SeenFilms = [list: string, spines: number[]][]

/** The spines of the films of a list that this tab has shown as picked, the latest last. */
export function seenIn(list: string): Set<number> {
  return new Set(read().find(([key]) => key === list)?.[1])
}

/** Stores that a film of a list was shown. @param first whether all of the list had been seen, so that it begins anew. */
export function storeSeen(list: string, spine: number, first = false): void {
  const others = read().filter(([key]) => key !== list)
  const seen = first ? new Set<number>() : seenIn(list)
  seen.delete(spine)
  write([...others.slice(1 - LISTS), [list, [...seen, spine]]])
}

function read(): SeenFilms {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isEntry) : []
  } catch {
    return []
  }
}

function write(films: SeenFilms): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(films))
  } catch {
    // Storage may be full or forbidden; then a film may come again.
  }
}

function isEntry(value: unknown): value is SeenFilms[number] {
  return (
    Array.isArray(value) &&
    typeof value[0] === 'string' &&
    Array.isArray(value[1]) &&
    value[1].every(Number.isInteger)
  )
}
