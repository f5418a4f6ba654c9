import type { ImportRow } from '../../row.ts'
import { keysIn, readDate, readNumber, readRating, readYear } from '../values.ts'
import { type Element, textAt } from '../xml.ts'
import type { ImportFormat } from './format.ts'

/** The library of Kodi, and the file of one film (.nfo) that Jellyfin and Emby write, too. */
export const kodi: ImportFormat = {
  id: 'kodi',
  name: 'Kodi or Jellyfin',
  remark: 'Such a library holds files, so it does not say which discs you own.',
  read: (parts) =>
    parts.flatMap((part) => {
      if (part.kind !== 'xml' || !['videodb', 'movie'].includes(part.root.name)) return []
      const movies = [part.root, ...part.root.children].filter(({ name }) => name === 'movie')
      const rows = movies.map((movie, index) => ({ movie, row: rowOfMovie(movie, index + 1) }))
      const watched = rows.filter(({ movie }) => isWatched(movie))
      return [
        { name: 'Library', meaning: 'left' as const, rows: rows.map(({ row }) => row) },
        { name: 'Watched', meaning: 'watched' as const, rows: watched.map(({ row }) => row) },
      ]
    }),
}

function rowOfMovie(movie: Element, line: number): ImportRow {
  const ids = movie.children.filter(({ name }) => ['uniqueid', 'imdbid', 'id', 'tmdbid'].includes(name))
  const tmdb = ids.find(({ name, attributes }) => name === 'tmdbid' || attributes.type === 'tmdb')
  return {
    line,
    title: textAt(movie, 'title'),
    otherTitle: textAt(movie, 'originaltitle'),
    year: readYear(textAt(movie, 'year')),
    director: textAt(movie, 'director'),
    imdb: ids.map(({ text }) => keysIn(text).imdb).find((imdb) => imdb !== undefined),
    tmdb: readNumber(tmdb?.text.trim() ?? ''),
    rating: readRating(textAt(movie, 'userrating'), 10),
    watchedOn: readDate(textAt(movie, 'lastplayed')),
  }
}

function isWatched(movie: Element): boolean {
  return Number(textAt(movie, 'playcount')) > 0 || /^true$/i.test(textAt(movie, 'watched'))
}
