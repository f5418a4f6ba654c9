import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FIRST_VIEW_ID } from '../../domain/first-view.ts'
import { fillPage } from './page-html.ts'

const html = readFileSync(new URL('../../index.html', import.meta.url), 'utf8')

test('a page carries its configuration as data that cannot end its block', () => {
  const page = fillPage(html, { supabaseUrl: '</script><script>alert(1)</script>' })
  expect(page).not.toContain('<script>alert')
  const [, block = ''] = /id="config">(.*?)<\/script>/s.exec(page) ?? []
  expect(JSON.parse(block)).toEqual({ supabaseUrl: '</script><script>alert(1)</script>' })
})

test('the head of a page replaces the general one in the title, the description and the link preview', () => {
  const page = fillPage(html, {}, { title: 'A "title"', description: 'What $& it <is>' })
  expect(page.match(/A &quot;title&quot;/g)).toHaveLength(2)
  expect(page.match(/What \$&amp; it &lt;is&gt;/g)).toHaveLength(2)
  expect(page).not.toMatch(/Browse every spine/)
})

test('the first paint waits only for a first view that the page contains', () => {
  const content = { html: `<li id="${FIRST_VIEW_ID}"></li>`, state: '[]', links: { styles: '', code: '' } }
  const waits = `rel="expect" href="#${FIRST_VIEW_ID}"`
  expect(fillPage(html, {}, undefined, content)).toContain(waits)
  expect(fillPage(html, {}, undefined, { ...content, html: '<p>No films</p>' })).not.toContain(waits)
  expect(fillPage(html, {})).not.toContain(waits)
})

test('only an unlisted page excludes search engines', () => {
  const head = { title: 'A title', description: 'What it is' }
  expect(fillPage(html, {}, { ...head, unlisted: true })).toMatch(/<meta name="robots" content="noindex" \/>/)
  for (const listed of [undefined, head, { ...head, unlisted: false }]) {
    expect(fillPage(html, {}, listed)).not.toContain('robots')
  }
})
