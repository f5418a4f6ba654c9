import type { Locator, Page } from '@playwright/test'
import { FORMATS } from '../../../domain/film/formats.ts'
import { expect, test } from '../support/fixtures.ts'
import { type Person, signUp } from '../support/people.ts'

/** The spines that the person owns, each in one format; the next one is not owned. */
const SPINES = { laserdisc: 1, dvd: 2, bluray: 3, bluray_4k: 4, none: 5 }

/** How a cell looks without its hue: its height in pixels, and contrasts as WCAG 2 computes them. */
interface Look {
  height: number
  /** The contrasts of the cell's inside and outline with the page; 1 without an outline. */
  inside: number
  outline: number
  /** The contrast of the band with the cell; 1 without a band. */
  band: number
}

/** The least contrast of graphics that one has to see (WCAG 2.1, 1.4.11). */
const SEEN = 3

async function collector(url: string): Promise<Person> {
  const person = await signUp(url, 'cells')
  const { data } = await person.client.from('films').select('id, spine').lte('spine', 4).throwOnError()
  await person.client
    .from('user_ownership')
    .insert(
      data.map(({ id, spine }) => ({
        film_id: id,
        ...Object.fromEntries(FORMATS.map((format) => [`owns_${format}`, SPINES[format] === spine])),
      })),
    )
    .throwOnError()
  return person
}

function looksOf(cells: Locator): Promise<Look[]> {
  return cells.evaluateAll((found) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    function luminance(colour: string): number {
      if (!canvas) throw new Error('The browser draws nothing.')
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = Array.from(canvas.getImageData(0, 0, 1, 1).data, (value) => {
        const part = value / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    function contrast(one: string, other: string): number {
      const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
      return (light + 0.05) / (dark + 0.05)
    }
    const ground = getComputedStyle(document.documentElement).backgroundColor
    return (found as unknown as SVGRectElement[]).map((cell) => {
      const { fill, stroke } = getComputedStyle(cell)
      const band = cell.nextElementSibling
      return {
        height: cell.getBBox().height,
        inside: contrast(fill, ground),
        outline: stroke === 'none' ? 1 : contrast(stroke, ground),
        band: band ? contrast(getComputedStyle(band).fill, fill) : 1,
      }
    })
  })
}

const cell = (page: Page, spine: number) =>
  page.locator(`svg[data-first] a[href="/spine/${spine}"] rect`).first()
const legendOf = (page: Page) =>
  page.getByRole('list', { name: 'Titles by best format' }).locator('rect:first-child')

/** Expects each two of the five cells to differ by their heights, their outline or their band. */
function expectDifferent(looks: readonly Look[], where: string): void {
  expect(looks, where).toHaveLength(5)
  const [laserdisc, dvd, bluray, bluray4k, none] = looks as [Look, Look, Look, Look, Look]
  const heights = [laserdisc, dvd, bluray, none].map(({ height }) => height)
  for (const [index, height] of heights.entries()) {
    expect(height - (heights[index + 1] ?? 0), `${where}: the heights ${heights}`).toBeGreaterThan(1)
  }
  expect(bluray4k.band, `${where}: the band of 4K`).toBeGreaterThanOrEqual(SEEN)
  expect([laserdisc.band, dvd.band, bluray.band, none.band], where).toEqual([1, 1, 1, 1])
  expect(laserdisc.inside, `${where}: a LaserDisc is hollow`).toBeLessThan(1.5)
  expect(laserdisc.outline, `${where}: the outline of a LaserDisc`).toBeGreaterThanOrEqual(SEEN)
  expect(none.inside, `${where}: what is not owned is not filled`).toBeLessThan(1.5)
  for (const { inside } of [dvd, bluray, bluray4k])
    expect(inside, `${where}: what is owned is filled`).toBeGreaterThanOrEqual(SEEN)
}

for (const forcedColors of ['none', 'active'] as const) {
  test(`the cells of the wall and of its legend differ without their hues, with forced colours ${forcedColors}`, async ({
    newVisitor,
    server,
  }) => {
    const person = await collector(server.url)
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await newVisitor({ colorScheme, forcedColors })
      await page.goto(`/${person.username}/progress`)
      // A person may choose a theme that is not the one of the forced colours.
      for (const theme of ['Light', 'Dark']) {
        await page.getByRole('radio', { name: theme }).check({ force: true })
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 900 })
          const where = `${colorScheme} colours, theme ${theme}, ${width} px`
          const cells = await Promise.all(Object.values(SPINES).map((spine) => looksOf(cell(page, spine))))
          expectDifferent(cells.flat(), `the wall, ${where}`)
          const legend = await looksOf(legendOf(page))
          expectDifferent([...legend.slice(0, 4).toReversed(), ...legend.slice(4)], `the legend, ${where}`)
          await cell(page, SPINES.dvd).hover()
          const outline = async () => (await looksOf(cell(page, SPINES.dvd)))[0]?.outline
          await expect.poll(outline, `the cell below the mouse, ${where}`).toBeGreaterThanOrEqual(SEEN)
          await page.mouse.move(0, 0)
        }
      }
    }
  })
}

test('the case of a film that is owned is higher than the others, and filled', async ({
  newVisitor,
  server,
}) => {
  const person = await collector(server.url)
  for (const forcedColors of ['none', 'active'] as const) {
    const page = await newVisitor({ forcedColors })
    await page.goto(`/${person.username}/progress`)
    const row = page.getByRole('listitem').filter({ hasText: /^Akira Kurosawa\d/ })
    await expect(row).toContainText(/1 of \d+ owned/)
    const looks = (await looksOf(row.locator('rect'))).slice(0, -1)
    const [owned, ...others] = looks.toSorted((a, b) => b.height - a.height)
    expect(owned?.inside, `forced colours ${forcedColors}`).toBeGreaterThanOrEqual(SEEN)
    expect(others.length).toBeGreaterThan(5)
    for (const { height, inside } of others) {
      expect((owned?.height ?? 0) - height).toBeGreaterThan(4)
      expect(inside, `forced colours ${forcedColors}`).toBeLessThan(1.5)
    }
  }
})
