import type { Format } from '../../../film/formats.ts'
import type { ImportRow, Meaning } from '../../row.ts'
import { guessMeaning } from '../meaning.ts'
import { keysIn, readDate } from '../values.ts'
import { fileName, type ImportFormat } from './format.ts'

type Json = Record<string, unknown>

const MEDIA: Record<string, Format> = { bluray: 'bluray', dvd: 'dvd', laserdisc: 'laserdisc' }

/** Trakt's export: an archive of JSON files, or any of them. */
export const trakt: ImportFormat = {
  id: 'trakt',
  name: 'Trakt',
  read: (parts) =>
    parts.flatMap((part) => {
      if (part.kind !== 'json' || !Array.isArray(part.value) || !part.value.some(isEntry)) return []
      const name = fileName(part.name)
      const rows = part.value.map((entry, index) => rowOfEntry(json(entry), index + 1))
      return [{ name, meaning: meaningOf(name), rows }]
    }),
}

function isEntry(value: unknown): boolean {
  const entry = json(value)
  return ['movie', 'show', 'episode'].some((kind) => typeof json(entry[kind]).ids === 'object')
}

function json(value: unknown): Json {
  return Object(value) as Json
}

function meaningOf(name: string): Meaning {
  if (/^collection/.test(name)) return 'owned'
  return /^(watched|ratings)/.test(name) ? 'watched' : guessMeaning(name, 'left')
}

function rowOfEntry(entry: Json, line: number): ImportRow {
  if (entry.movie === undefined) return { line, unusable: 'it is not a film' }
  const movie = json(entry.movie)
  const ids = json(movie.ids)
  const { media_type: media, resolution } = json(entry.metadata)
  const formats = formatsOf(media, resolution)
  return {
    line,
    title: typeof movie.title === 'string' ? movie.title : undefined,
    year: typeof movie.year === 'number' ? movie.year : undefined,
    imdb: keysIn(String(ids.imdb ?? '')).imdb,
    tmdb: typeof ids.tmdb === 'number' ? ids.tmdb : undefined,
    formats,
    ...(typeof media === 'string' && !formats && { unusable: `it is held as “${media.slice(0, 20)}”` }),
    rating: typeof entry.rating === 'number' ? entry.rating : undefined,
    watchedOn: typeof entry.watched_at === 'string' ? readDate(entry.watched_at) : undefined,
  }
}

function formatsOf(media: unknown, resolution: unknown): Format[] | undefined {
  const format = typeof media === 'string' && Object.hasOwn(MEDIA, media) ? MEDIA[media] : undefined
  if (format === 'bluray' && resolution === 'uhd_4k') return ['bluray_4k']
  return format && [format]
}
