/** The lists that show their first rows only, until all are asked for. */
const LONG_LISTS = ['country', 'director', 'set'] as const

export type LongList = (typeof LONG_LISTS)[number]

/** The parameters of the page's address. */
export interface ProgressSearch {
  /** The lists that show all rows. */
  all?: string | undefined
  /** The quarter or year whose copies are listed for their owner. */
  acquired?: string | undefined
}

export function readProgressSearch({
  all,
  acquired,
}: Partial<Record<keyof ProgressSearch, unknown>>): ProgressSearch {
  const shown = typeof all === 'string' ? all.split(',') : []
  return {
    all: LONG_LISTS.filter((list) => shown.includes(list)).join() || undefined,
    acquired: typeof acquired === 'string' && /^\d{4}(-\d\d)?$/.test(acquired) ? acquired : undefined,
  }
}

/** Whether a list shows all rows. */
export function showsAll({ all }: ProgressSearch, list: LongList): boolean {
  return all?.split(',').includes(list) ?? false
}

/** The parameters after a list was opened, or closed if it was open. */
export function toggled(search: ProgressSearch, list: LongList): ProgressSearch {
  const lists = LONG_LISTS.filter((each) => showsAll(search, each) !== (each === list))
  return { ...search, all: lists.join() || undefined }
}
