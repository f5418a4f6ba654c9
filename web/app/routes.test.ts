import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  COMPARISON_ROUTE,
  FILM_ROUTE,
  GIFT_ROUTE,
  PATHS,
  PROFILE_ROUTE,
  PROGRESS_ROUTE,
  SET_ROUTE,
} from '../../domain/paths.ts'
import { isUsername } from '../../domain/usernames.ts'

const MIGRATIONS = 'supabase/migrations'

/** The words that the migrations insert into private.reserved_words. */
function reservedWords(): string[] {
  return readdirSync(MIGRATIONS).flatMap((file) => {
    const inserts = readFileSync(`${MIGRATIONS}/${file}`, 'utf8').matchAll(
      /insert into private\.reserved_words \(word\)\s+select regexp_split_to_table\(\$words\$(.*?)\$words\$/gs,
    )
    return Array.from(inserts, ([, words = '']) => words.trim().split(/\s+/)).flat()
  })
}

test('no username can hide a page: the first segment of every path is reserved', () => {
  const routes = readFileSync('web/app/routes.tsx', 'utf8')
  const paths = Array.from(routes.matchAll(/^ {2}path: (.+),$/gm), ([, path = '']) => path)
  const known = new Map([
    ...Object.entries(PATHS).map(([name, path]): [string, string] => [`PATHS.${name}`, path]),
    ['FILM_ROUTE', FILM_ROUTE],
    ['SET_ROUTE', SET_ROUTE],
    ['GIFT_ROUTE', GIFT_ROUTE],
    ['PROFILE_ROUTE', PROFILE_ROUTE],
    ['PROGRESS_ROUTE', PROGRESS_ROUTE],
    ['COMPARISON_ROUTE', COMPARISON_ROUTE],
  ])
  expect(new Set(paths), 'the routes are the known paths').toEqual(new Set(known.keys()))

  const reserved = reservedWords()
  const segments = [...known.values()].map((path) => path.split('/')[1] ?? '')
  expect(segments.filter((segment) => isUsername(segment) && !reserved.includes(segment))).toEqual([])
  expect(segments.filter((segment) => reserved.includes(segment)).length).toBeGreaterThan(0)
})

test('no username can hide a file: the name of every picture among the public files is reserved', () => {
  const reserved = reservedWords()
  const names = readdirSync('public').flatMap((file) => /^(.+)\.png$/.exec(file)?.[1] ?? [])
  expect(names.filter((name) => isUsername(name))).toContain('icon-32')
  expect(names.filter((name) => isUsername(name) && !reserved.includes(name))).toEqual([])
})
