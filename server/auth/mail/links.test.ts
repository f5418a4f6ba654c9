import { describe, expect, test } from 'vitest'
import { linkWithToken, targetWithin } from './links.ts'

const SITE = 'https://films.example.org'

describe('the target of a redirect', () => {
  test.each([
    [`${SITE}/anna?tab=all`, '/anna?tab=all'],
    [`${SITE}/`, '/'],
    ['/anna', '/anna'],
    [`${SITE}//evil.example/x`, '/evil.example/x'],
  ])('is %s within the site', (redirectTo, target) => {
    expect(targetWithin(SITE, redirectTo)).toBe(target)
  })

  test.each([
    'https://evil.example/x',
    '//evil.example/x',
    '/\\evil.example',
    'http://films.example.org/x',
    'https://films.example.org.evil.example/',
    'https://films.example.org:8443/',
    'https://',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://films.example.org@evil.example/',
    undefined,
  ])('is the root instead of %s', (redirectTo) => {
    expect(targetWithin(SITE, redirectTo)).toBe('/')
  })

  test('may only be a path if the site has no configured address', () => {
    expect(targetWithin(undefined, '/anna')).toBe('/anna')
    expect(targetWithin(undefined, `${SITE}/anna`)).toBe('/')
  })
})

test('a link in a mail has its token in the fragment, which no server receives', () => {
  const link = new URL(linkWithToken(SITE, 'to ken', 'recovery', '/anna?tab=all'))
  expect(link.origin + link.pathname + link.search).toBe(`${SITE}/auth`)
  expect(Object.fromEntries(new URLSearchParams(link.hash.slice(1)))).toEqual({
    token_hash: 'to ken',
    type: 'recovery',
    redirect_to: '/anna?tab=all',
  })
})
