import { expect, test } from '../support/fixtures.ts'
import { layoutShifts, recordLayoutShifts } from '../support/layout-shift.ts'

// High windows, so that what is below the first view counts as well.
const SIZES = [
  { width: 1280, height: 2000 },
  { width: 390, height: 2000 },
]
const PATHS = ['/', '/?view=list', '/?view=shelf', '/spine/2']

/** Words that move by a few pixels as a font arrives have a tenth of this. */
const NOTICEABLE = 0.001

for (const size of SIZES) {
  test(`no page of films shifts while it loads slowly, ${size.width} px wide`, async ({ page }) => {
    await page.setViewportSize(size)
    await page.route('**/rest/v1/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await recordLayoutShifts(page)
    // Stores the fonts.
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    for (const path of PATHS) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      const shifts = (await layoutShifts(page)) ?? []
      expect(
        shifts.filter(({ value }) => value >= NOTICEABLE),
        path,
      ).toEqual([])
    }
  })
}
