import { describe, expect, test } from 'vitest'
import { linkWithToken, targetWithin } from './links.ts'

const SITE = 'https://films.example.org'

describe('where people are led', () => {
  test.each([
    [`${SITE}/anna?tab=all`, '/anna?tab=all'],
    [`${SITE}/`, '/'],
    ['/anna', '/anna'],
    [`${SITE}//evil.example/x`, '/evil.example/x'],
  ])('%s is within the site', (asked, target) => {
    expect(targetWithin(SITE, asked)).toBe(target)
  })

  test.each([
    ...['https://evil.example/x', '//evil.example/x', '/\\evil.example', 'http://films.example.org/x'],
    ...['https://films.example.org.evil.example/', 'https://films.example.org:8443/', 'https://'],
    ...['javascript:alert(1)', 'data:text/html,x', `https://films.example.org@evil.example/`, undefined],
  ])('%s is not, and leads home', (asked) => {
    expect(targetWithin(SITE, asked)).toBe('/')
  })

  test('without a site’s address only a path counts', () => {
    expect(targetWithin(undefined, '/anna')).toBe('/anna')
    expect(targetWithin(undefined, `${SITE}/anna`)).toBe('/')
  })
})

test('a mail’s link has its token in the fragment, which no server sees', () => {
  const link = new URL(linkWithToken(SITE, 'to ken', 'recovery', '/anna?tab=all'))
  expect(link.origin + link.pathname + link.search).toBe(`${SITE}/auth`)
  expect(Object.fromEntries(new URLSearchParams(link.hash.slice(1)))).toEqual({
    ...{ token_hash: 'to ken', type: 'recovery', redirect_to: '/anna?tab=all' },
  })
})
