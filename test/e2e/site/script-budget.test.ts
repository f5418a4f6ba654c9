import type { Request } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'

const INTERACTIVE_BYTES = 120_000
const FIRST_SECONDS_BYTES = 165_000

test('the scripts of a visitor’s home page stay within their budget, before it is interactive and after', async ({
  page,
}) => {
  const scripts: Request[] = []
  // The code that stores data for use without a network loads after five seconds. From then on nothing is counted.
  let isOver = false
  page.on('request', (request) => {
    isOver ||= /store-for-offline/.test(request.url())
    if (!isOver && request.resourceType() === 'script') scripts.push(request)
  })
  const pageResponse = await page.goto('/')
  // The page becomes interactive when all scripts that its HTML names have loaded.
  const html = (await pageResponse?.text()) ?? ''
  const named = Array.from(html.matchAll(/(?:src|href)="([^"]+\.js)"/g), ([, path]) => path)
  await expect(homePage(page).status).toBeVisible()
  await page.waitForTimeout(4000)

  const sizes = new Map<string, number>()
  for (const request of scripts) {
    const response = await request.response()
    expect(response?.headers()['content-encoding'], request.url()).toBe('br')
    sizes.set(new URL(request.url()).pathname, (await request.sizes()).responseBodySize)
  }
  const sum = (paths: Iterable<string>) => [...paths].reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0)
  const needed = [...sizes.keys()].filter((path) => named.includes(path))
  expect(needed.length).toBeGreaterThan(1)
  // The code of filters, views, panels and what works without a network comes later.
  const names = named.map((path = '') => path.replace(/^\/(assets\/)?|(-[\w-]{7,8})?\.js$/g, ''))
  expect(names.toSorted()).toEqual(['app', 'before-paint', 'react', 'rolldown-runtime'])
  expect(sum(needed)).toBeLessThanOrEqual(INTERACTIVE_BYTES)
  expect(sum(sizes.keys())).toBeLessThanOrEqual(FIRST_SECONDS_BYTES)
})

test('the code of another page loads when the mouse is over a link to it, and not before', async ({
  page,
}) => {
  // Once: a chunk is fetched into the cache, and then imported from there.
  const paths = new Set<string>()
  page.on('request', (request) => paths.add(new URL(request.url()).pathname))
  const pages = () =>
    [...paths].filter((path) =>
      /\/(auth|account|admin[\w-]*|profile|progress|gift|comparison)-page-.*\.js$/.test(path),
    )
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect(pages()).toEqual([])
  await page.getByRole('link', { name: 'Sign In', exact: true }).hover()
  await expect.poll(pages).toEqual([expect.stringMatching(/auth-page/)])
  await expect(page).toHaveURL('/')
})
