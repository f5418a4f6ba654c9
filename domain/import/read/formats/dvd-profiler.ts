import type { Format } from '../../../film/formats.ts'
import { withoutEdition } from '../../match/title-key.ts'
import type { Copy, ImportRow } from '../../row.ts'
import {
  onOtherMedium,
  readDate,
  readFormats,
  readPrice,
  readRating,
  readYear,
  spineInNote,
} from '../values.ts'
import { all, type Element, find, textAt } from '../xml.ts'
import { type ImportFormat, listNamed, listsBy, seenLists } from './format.ts'

const MEDIA: readonly [element: string, format: Format][] = [
  ['dvd', 'dvd'],
  ['bluray', 'bluray'],
  ['ultrahd', 'bluray_4k'],
]

/** `Collection.xml` of DVD Profiler. */
export const dvdProfiler: ImportFormat = {
  id: 'dvd-profiler',
  name: 'DVD Profiler',
  read: (parts) =>
    parts.flatMap((part) => {
      if (part.kind !== 'xml' || part.root.name !== 'collection') return []
      const discs = part.root.children
        .filter((child) => child.name === 'dvd' && find(child, 'mediatypes'))
        .map((disc, index) => ({ disc, row: rowOfDisc(disc, index + 1), isSeen: undefined }))
      if (discs.length === 0) return []
      return [
        ...listsBy(
          discs,
          ({ disc }) => listNamed(textAt(disc, 'collectiontype') || 'Owned'),
          ({ row }) => row,
        ),
        ...seenLists(discs),
      ]
    }),
}

function rowOfDisc(disc: Element, line: number): ImportRow {
  const seen = datesOf(disc, /^watched$/i)
  return {
    line,
    title: withoutEdition(textAt(disc, 'title')),
    otherTitle: textAt(disc, 'originaltitle'),
    year: readYear(textAt(disc, 'productionyear')),
    director: directorsOf(disc),
    noteSpine: spineInNote(textAt(disc, 'notes')),
    ...mediumOf(disc),
    rating: readRating(find(disc, 'review')?.attributes.film ?? '', 10),
    watchedOn: seen.at(-1),
    alsoWatchedOn: seen.length > 1 ? seen.slice(0, -1) : undefined,
    copy: copyOf(disc),
  }
}

function mediumOf(disc: Element) {
  const has = (name: string) => /^true$/i.test(textAt(disc, 'mediatypes', name))
  const custom = textAt(disc, 'mediatypes', 'custommediatype')
  const formats = new Set(MEDIA.filter(([name]) => has(name)).map(([, format]) => format))
  for (const format of readFormats(custom) ?? []) formats.add(format)
  if (formats.size > 0) return { formats: [...formats] }
  const other = has('hddvd') ? 'HD DVD' : custom
  return other === '' ? {} : onOtherMedium(other)
}

/** The days of the events of a kind, the earliest first. */
function datesOf(disc: Element, kind: RegExp): string[] {
  return all(disc, 'event')
    .filter((event) => kind.test(textAt(event, 'eventtype')))
    .flatMap((event) => readDate(textAt(event, 'timestamp')) ?? [])
    .sort()
}

function directorsOf(disc: Element): string {
  return all(disc, 'credit')
    .filter(({ attributes }) => attributes.creditsubtype === 'Director')
    .map(({ attributes }) => [attributes.firstname, attributes.lastname].filter(Boolean).join(' '))
    .join(', ')
}

function copyOf(disc: Element): Copy {
  const price = find(disc, 'purchaseinfo', 'purchaseprice')
  const isLent = /^true$/i.test(textAt(disc, 'loaninfo', 'loaned'))
  const { firstname, lastname } = find(disc, 'loaninfo', 'user')?.attributes ?? {}
  return {
    acquiredOn: readDate(textAt(disc, 'purchaseinfo', 'purchasedate')),
    ...readPrice(`${price?.text ?? ''} ${price?.attributes.denominationtype ?? ''}`),
    store: textAt(disc, 'purchaseinfo', 'purchaseplace') || undefined,
    place:
      [textAt(disc, 'discs', 'disc', 'location'), textAt(disc, 'discs', 'disc', 'slot')]
        .filter(Boolean)
        .join(' ') || undefined,
    ...(isLent && {
      lentTo: [firstname, lastname].filter(Boolean).join(' '),
      lentOn: datesOf(disc, /^borrowed$/i).at(-1),
    }),
    note: textAt(disc, 'notes') || undefined,
  }
}
