import { expect, test } from 'vitest'
import {
  comparisonPath,
  filmPath,
  giftPath,
  homeInsteadOf,
  pageInFragment,
  profilePath,
  progressPath,
  setInPath,
  setPath,
  spineInPath,
  tokenInPath,
  usernameInProgressPath,
  usernamesInPath,
} from './paths.ts'

test('the requested page is parsed from the fragment of a redirect', () => {
  expect(homeInsteadOf(profilePath('anna'))).toBe('/#/anna')
  expect(pageInFragment('#/anna')).toEqual({ address: '/anna', usernames: ['anna'] })
  expect(pageInFragment('#/a-_9?tab=all&q=%C5%8Czu?')).toEqual({
    address: '/a-_9?tab=all&q=%C5%8Czu?',
    usernames: ['a-_9'],
  })
  expect(pageInFragment('#/anna/progress?all=director')).toEqual({
    address: '/anna/progress?all=director',
    usernames: ['anna'],
  })
  expect(pageInFragment('#/progress')?.usernames).toEqual(['progress'])
  expect(pageInFragment('#/anna/with/ben?tab=wished_by_one')).toEqual({
    address: '/anna/with/ben?tab=wished_by_one',
    usernames: ['anna', 'ben'],
  })
})

test('a username is parsed from the path of a person’s progress', () => {
  expect(usernameInProgressPath(progressPath('anna'))).toBe('anna')
  expect(usernameInProgressPath('/Anna/progress/')).toBe('Anna')
  for (const path of ['/anna', '/auth/progress', '/ab/progress', '/anna/bo/progress', '/anna/progress/more'])
    expect(usernameInProgressPath(path), path).toBeUndefined()
})

test('two usernames are parsed from the path of a comparison', () => {
  expect(usernamesInPath(comparisonPath('anna', 'ben'))).toEqual(['anna', 'ben'])
  expect(usernamesInPath('/Anna/with/Ben/')).toEqual(['Anna', 'Ben'])
  for (const path of [
    '/anna/with',
    '/anna/with/bo',
    '/auth/with/ben',
    '/anna/with/ben/more',
    '/anna/and/ben',
  ])
    expect(usernamesInPath(path), path).toBeUndefined()
})

test.each([
  '',
  '#',
  '#content',
  '#anna',
  '#//anna.example.org',
  '#/\\anna',
  '#/ab',
  '#/auth',
  '#/admin/titles',
  '#/anna/films',
  '#/anna#more',
  '#access_token=a&refresh_token=b',
])('another fragment names no page: %s', (fragment) => {
  expect(pageInFragment(fragment)).toBeUndefined()
})

test('a spine is parsed from the path of a film’s page', () => {
  expect(spineInPath(filmPath(1299))).toBe(1299)
  expect(spineInPath('/spine/007/')).toBe(7)
  for (const path of [
    '/spine/0',
    '/spine/abc',
    '/spine/-1',
    '/spine/1.5',
    '/spine/1234567890',
    '/spine/',
    '/spine/2/3',
  ]) {
    expect(spineInPath(path), path).toBeUndefined()
  }
})

test('an id is parsed from the path of a box set’s page', () => {
  expect(setInPath(setPath(12))).toBe(12)
  expect(setInPath('/set/012')).toBe(12)
  expect(setInPath('/spine/12')).toBeUndefined()
  expect(setInPath('/set/the-brd-trilogy')).toBeUndefined()
})

test('a gift link has the token in its path', () => {
  const token = `${'aB3_-'.repeat(6)}xy`
  expect(tokenInPath(giftPath(token))).toBe(token)
  for (const path of [
    '/wishlist',
    '/wishlist/',
    `/wishlist/${token}x`,
    `/wishlist/${token}/`,
    `/x/${token}`,
  ]) {
    expect(tokenInPath(path)).toBeUndefined()
  }
})
