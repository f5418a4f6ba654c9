import { expect, test } from 'vitest'
import { homeInsteadOf, pageInFragment } from './paths.ts'

test('the requested page is parsed from the fragment of a redirect', () => {
  expect(homeInsteadOf('anna')).toBe('/#/anna')
  expect(pageInFragment('#/anna')).toEqual({ address: '/anna', username: 'anna' })
  expect(pageInFragment('#/a-_9?tab=all&q=%C5%8Czu?')).toEqual({
    address: '/a-_9?tab=all&q=%C5%8Czu?',
    username: 'a-_9',
  })
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
