import type { Page } from '@playwright/test'

/** Removes the rendered content and its data from pages, as if the server could not render them. */
export async function skipServerRendering(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const rendered = /(<div id="root">).*(<\/div>)<script type="application\/json" id="state">.*?<\/script>/s
    await route.fulfill({ response, body: (await response.text()).replace(rendered, '$1$2') })
  })
}
