import { expect, test } from 'vitest'
import { isOwnFile, isOwnPage } from './own-file.ts'

const STORED = new Set(['/assets/app.js', '/assets/app.css'])
const HTML = { 'content-type': 'text/html; charset=utf-8' }
const PAGE = '<script src="/assets/app.js"></script><link href="/assets/app.css">'

test.each([
  ['a page of the site', PAGE, HTML, 200, true],
  ['a page of a portal', '<h1>Sign in</h1>', HTML, 200, false],
  ['an empty response', '', HTML, 200, false],
  ['a page of another release', `${PAGE}<script src="/assets/other.js">`, HTML, 200, false],
  ['a page with an error', PAGE, HTML, 502, false],
  ['what is no HTML', PAGE, { 'content-type': 'text/plain' }, 200, false],
] as const)('%s', async (_, body, headers, status, isOwn) => {
  expect(await isOwnPage(new Response(body, { headers, status }), STORED)).toBe(isOwn)
})

test('a file of the site is no HTML and no error', () => {
  expect(isOwnFile(new Response('{}', { headers: { 'content-type': 'text/javascript' } }))).toBe(true)
  expect(isOwnFile(new Response(PAGE, { headers: HTML }))).toBe(false)
  expect(isOwnFile(new Response('', { status: 503 }))).toBe(false)
})
