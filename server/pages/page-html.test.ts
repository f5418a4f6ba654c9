import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderPage } from './page-html.ts'

const html = readFileSync(new URL('../../index.html', import.meta.url), 'utf8')

test('a page carries its configuration as data that cannot end its block', () => {
  const page = renderPage(html, { supabaseUrl: '</script><script>alert(1)</script>' })
  expect(page).not.toContain('<script>alert')
  const [, block = ''] = /id="config">(.*?)<\/script>/s.exec(page) ?? []
  expect(JSON.parse(block)).toEqual({ supabaseUrl: '</script><script>alert(1)</script>' })
})

test('a head of its own stands in every place that the general one does', () => {
  const page = renderPage(html, {}, { title: 'A "title"', description: 'What $& it <is>' })
  expect(page.match(/A &quot;title&quot;/g)).toHaveLength(2)
  expect(page.match(/What \$&amp; it &lt;is&gt;/g)).toHaveLength(2)
  expect(page).not.toMatch(/Browse every spine/)
})

test('only a page that is unlisted keeps search engines away', () => {
  const head = { title: 'A title', description: 'What it is' }
  expect(renderPage(html, {}, { ...head, unlisted: true })).toMatch(
    /<meta name="robots" content="noindex" \/>/,
  )
  for (const listed of [undefined, head, { ...head, unlisted: false }]) {
    expect(renderPage(html, {}, listed)).not.toContain('robots')
  }
})
