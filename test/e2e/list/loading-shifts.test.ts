import { expect, test } from '../support/fixtures.ts'
import { layoutShifts, recordLayoutShifts } from '../support/layout-shift.ts'
import { signUp } from '../support/people.ts'

// High windows, so that what is below the first view counts as well.
const SIZES = [
  { width: 1280, height: 2000 },
  { width: 390, height: 2000 },
]
const VIEWS = ['', 'view=list', 'view=shelf']

for (const size of SIZES) {
  test(`no page of films shifts while it loads slowly, ${size.width} px wide`, async ({ page, server }) => {
    const [ada, ben] = [await signUp(server.url, 'ada'), await signUp(server.url, 'ben')]
    const films = await ada.client.from('films').select('id').order('spine').limit(60).throwOnError()
    for (const { client } of [ada, ben])
      await client
        .from('user_ownership')
        .insert(films.data.map(({ id }) => ({ film_id: id, owns_dvd: true })))
        .throwOnError()
    await page.setViewportSize(size)
    await page.route('**/rest/v1/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await recordLayoutShifts(page)
    const paths = [
      ...VIEWS.map((view) => `/?${view}`),
      ...VIEWS.map((view) => `/${ada.username}?${view}`),
      `/${ada.username}/progress`,
      `/${ada.username}/with/${ben.username}`,
      '/spine/2',
    ]
    for (const path of paths) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      expect(await layoutShifts(page), path).toEqual([])
    }
  })
}
