import type { Page } from '@playwright/test'
import { FILMS, PAGE_SIZE } from '../support/catalogue.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'

// Window widths with the smallest and the largest cards, about 140 and 295 px wide.
const WIDTHS = [320, 636]

test('every title of the catalogue fits its cover at the smallest and the largest size', {
  tag: '@long',
}, async ({ page }) => {
  // 2,598 covers are drawn and measured.
  test.slow()
  // Covers are drawn in animation frames. Timers draw them sooner.
  await page.addInitScript(() => {
    window.requestAnimationFrame = (callback) => window.setTimeout(callback, 0, performance.now())
  })
  await showAll(page)
  const loaded = await page.evaluate(() =>
    document.fonts.ready.then((fonts) =>
      [...fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
    ),
  )
  expect(loaded.join(' ')).toMatch(/Fraunces/)

  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const covers = await page.evaluate(async () => {
      const covers = []
      for (const item of document.querySelectorAll('main li:has(> article)')) {
        // Only covers near the window are drawn.
        while (!item.querySelector('svg')) {
          item.scrollIntoView({ behavior: 'instant' })
          await new Promise(requestAnimationFrame)
        }
        covers.push(measured(item))
      }
      return covers

      function measured(item: Element) {
        const cover = item.querySelector('[aria-hidden=true]:has(> svg)')
        const [title, credit] = cover?.querySelectorAll('p') ?? []
        const plate = cover?.querySelector('span')
        if (!cover || !title || !credit || !plate) throw new Error(`No drawn cover: ${item.textContent}`)
        const frame = cover.getBoundingClientRect()
        const inFrame = ({ left, top, right, bottom }: DOMRect) => ({
          left: (left - frame.left) / frame.width,
          top: (top - frame.top) / frame.width,
          right: (right - frame.left) / frame.width,
          bottom: (bottom - frame.top) / frame.width,
        })
        const rowsOf = (text: Element) => {
          const range = document.createRange()
          range.selectNodeContents(text)
          return [...range.getClientRects()].map(inFrame)
        }
        return {
          spine: plate.textContent,
          width: frame.width,
          height: frame.height / frame.width,
          lines: (title.textContent ?? '').split('\n'),
          creditLines: (credit.textContent ?? '').split('\n'),
          title: rowsOf(title),
          credit: rowsOf(credit),
          plate: inFrame(plate.getBoundingClientRect()),
        }
      }
    })
    expect(covers).toHaveLength(FILMS.length)
    const faults = covers.flatMap((cover, index) => {
      const film = FILMS[index]
      const wrong: string[] = []
      if (cover.spine !== String(film?.spine)) wrong.push('the cover shows another spine')
      if (!isBrokenBetweenWords(film?.title ?? '', cover.lines)) wrong.push('the title is not complete')
      if (rows(cover.title) !== cover.lines.length) wrong.push('a line of the title wraps')
      if (rows(cover.credit) !== cover.creditLines.length) wrong.push('a line of the credit wraps')
      for (const row of [...cover.title, ...cover.credit]) {
        if (row.left < 0.04 || row.right > 0.97 || row.top < 0 || row.bottom > cover.height) {
          wrong.push(`a line leaves the cover: ${JSON.stringify(row)}`)
        }
        if (row.right > cover.plate.left && row.bottom > cover.plate.top)
          wrong.push('a line runs under the plate')
      }
      const endOfTitle = Math.max(...cover.title.map(({ bottom }) => bottom))
      const startOfCredit = Math.min(...cover.credit.map(({ top }) => top))
      if (endOfTitle > startOfCredit + 0.02) wrong.push('title and credit overlap')
      return wrong.map((fault) => `${film?.spine} ${film?.title}, ${Math.round(cover.width)} px: ${fault}`)
    })
    expect(faults, `in a window of ${width} px`).toEqual([])
  }
})

/** Loads the whole catalogue by restoring a scroll position at its end, which is faster than scrolling. */
async function showAll(page: Page): Promise<void> {
  await page.goto('/')
  await homePage(page).cards.first().waitFor()
  await page.evaluate(
    (pages) => {
      sessionStorage.setItem('catalogue-pages', JSON.stringify([[history.state.__TSR_key, pages]]))
    },
    Math.ceil(FILMS.length / PAGE_SIZE),
  )
  await page.reload()
  await expect(homePage(page).cards).toHaveCount(FILMS.length)
}

interface Row {
  top: number
}

/** Counts the rows that boxes of text form. A line with letters of two fonts has several boxes. */
function rows(boxes: Row[]): number {
  const tops = boxes.map(({ top }) => top).sort((one, other) => one - other)
  return tops.filter((top, index) => index === 0 || top - (tops[index - 1] ?? 0) > 0.03).length
}

/** Returns whether the lines form the title and each ends before a space, or after a dash or a slash. */
function isBrokenBetweenWords(title: string, lines: string[]): boolean {
  let rest = title
  for (const line of lines) {
    if (!rest.startsWith(line)) return false
    rest = rest.slice(line.length)
    if (rest !== '' && !rest.startsWith(' ') && !/[—–/-]$/.test(line)) return false
    rest = rest.trimStart()
  }
  return rest === ''
}
