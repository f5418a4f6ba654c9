import { isPartialDate } from '../../../dates/partial-date.ts'
import { FORMATS, type Format } from '../../../film/formats.ts'
import { isPlainPrice } from '../../../money/price.ts'
import type { Copy, ImportList, ImportRow, Meaning, Wish } from '../../row.ts'
import { isYes } from '../meaning.ts'
import type { Part } from '../part.ts'
import { columnName, tableWith } from '../table.ts'
import { readNumber } from '../values.ts'
import type { ImportFormat } from './format.ts'

const LISTS: readonly [name: string, meaning: Exclude<Meaning, 'left'>][] = [
  ['ownership', 'owned'],
  ['watched', 'watched'],
  ['wishlist', 'wishlist'],
]

/** The export of this site, JSON or CSV (web/features/account/export-files.ts). */
export const ownExport: ImportFormat = {
  id: 'own',
  name: 'An export from here',
  read: (parts) => parts.flatMap((part) => (part.kind === 'json' ? readJson(part.value) : readTable(part))),
}

type Field = (name: string) => unknown

function readJson(value: unknown): ImportList[] {
  const data = Object(value) as Record<string, unknown>
  if (!LISTS.every(([name]) => Array.isArray(data[name]))) return []
  const rowsOf = (name: string, read: (field: Field) => Partial<ImportRow>) =>
    (Array.isArray(data[name]) ? (data[name] as unknown[]) : []).map((entry, index): ImportRow => {
      const fields = Object(entry) as Record<string, unknown>
      const field: Field = (key) => fields[key] ?? undefined
      return { line: index + 1, ...filmOf(field), ...read(field) }
    })
  return [
    ...LISTS.map(([name, meaning]) => ({
      name,
      meaning,
      exact: true,
      rows: rowsOf(name, (field) => ({
        ...(meaning === 'owned' && { formats: formatsOf(field, 'owns') }),
        ...(meaning === 'wishlist' && { wish: wishOf(field) }),
      })),
    })),
    { name: 'sets', meaning: 'owned', exact: true, rows: rowsOf('sets', (field) => setOf(field, 'title')) },
    { name: 'copies', meaning: 'owned', exact: true, rows: rowsOf('copies', copyOf) },
    { name: 'viewings', meaning: 'watched', exact: true, rows: rowsOf('viewings', viewingOf) },
  ]
}

function readTable(part: Part): ImportList[] {
  if (part.kind !== 'table') return []
  const table = tableWith(part.records, [
    'record',
    'spine',
    'watched',
    'wishlist',
    ...FORMATS.map((format) => columnName(`owns_${format}`)),
  ])
  if (!table) return []
  const rowsOf = (
    record: string,
    read: (field: Field) => Partial<ImportRow>,
    isListed: (field: Field) => boolean = () => true,
  ) =>
    table.rows.flatMap(({ line, cell }): ImportRow[] => {
      const field: Field = (name) => cell(columnName(name)) || undefined
      if (cell('record') !== record || !isListed(field)) return []
      return [{ line, ...filmOf(field), ...read(field) }]
    })
  const formats = (field: Field) => formatsOf(field, 'owns')
  return [
    {
      name: 'ownership',
      meaning: 'owned',
      exact: true,
      rows: rowsOf(
        'film',
        (field) => ({ formats: formats(field) }),
        (field) => formats(field).length > 0,
      ),
    },
    {
      name: 'watched',
      meaning: 'watched',
      exact: true,
      rows: rowsOf(
        'film',
        () => ({}),
        (field) => isOn(field('watched')),
      ),
    },
    {
      name: 'wishlist',
      meaning: 'wishlist',
      exact: true,
      rows: rowsOf(
        'film',
        (field) => ({ wish: wishOf(field) }),
        (field) => isOn(field('wishlist')),
      ),
    },
    { name: 'sets', meaning: 'owned', exact: true, rows: rowsOf('set', (field) => setOf(field, 'set')) },
    { name: 'copies', meaning: 'owned', exact: true, rows: rowsOf('copy', copyOf) },
    { name: 'viewings', meaning: 'watched', exact: true, rows: rowsOf('viewing', viewingOf) },
  ]
}

function filmOf(field: Field): Omit<ImportRow, 'line'> {
  return {
    spine: numberOf(field('spine')),
    title: textOf(field('title')),
    director: textOf(field('director')),
    year: numberOf(field('year')),
  }
}

/** In JSON, the member `title` of a set without a spine is the title of the set, not of a film. */
function setOf(field: Field, name: 'title' | 'set'): Partial<ImportRow> {
  const title = textOf(field(name))
  return {
    title: undefined,
    set: title === undefined ? undefined : { title, criterionId: numberOf(field('criterion_id')) },
    formats: formatsOf(field, 'owns'),
  }
}

function copyOf(field: Field): Partial<ImportRow> {
  const format = FORMATS.find((one) => one === field('format'))
  const copy: Copy = {
    id: idOf(field('id')),
    acquiredOn: dateOf(field('acquired_on')),
    price: priceOf(field('price')),
    currency: textOf(field('currency')),
    store: textOf(field('store')),
    condition: textOf(field('condition')),
    slipcover: field('slipcover') === undefined ? undefined : isOn(field('slipcover')),
    place: textOf(field('place')),
    lentTo: textOf(field('lent_to')),
    lentOn: dateOf(field('lent_on')),
    note: textOf(field('note')),
  }
  const ofSet = field('set') !== undefined && setOf(field, 'set')
  return { ...ofSet, formats: format ? [format] : [], copy }
}

function viewingOf(field: Field): Partial<ImportRow> {
  return {
    watchedOn: dateOf(field('watched_on')),
    rating: numberOf(field('rating')),
    viewing: { id: idOf(field('id')), note: textOf(field('note')) },
  }
}

function wishOf(field: Field): Wish | undefined {
  const wish: Wish = {
    formats: formatsOf(field, 'wants'),
    priority: numberOf(field('priority')),
    note: textOf(field('note')),
    price: priceOf(field('price')),
    currency: textOf(field('currency')),
  }
  const { formats = [], ...rest } = wish
  return formats.length > 0 || Object.values(rest).some((value) => value !== undefined) ? wish : undefined
}

function formatsOf(field: Field, verb: 'owns' | 'wants'): Format[] {
  return FORMATS.filter((format) => isOn(field(`${verb}_${format}`)))
}

function isOn(value: unknown): boolean {
  return value === true || (typeof value === 'string' && isYes(value))
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function numberOf(value: unknown): number | undefined {
  return readNumber(String(value ?? ''))
}

function priceOf(value: unknown): number | undefined {
  return isPlainPrice(String(value ?? '')) ? Number(value) : undefined
}

function dateOf(value: unknown): string | undefined {
  return typeof value === 'string' && isPartialDate(value) ? value : undefined
}

function idOf(value: unknown): string | undefined {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(String(value)) ? String(value) : undefined
}
