import type { Page } from '@playwright/test'

/** Has pages come as they do where the server cannot draw them: the browser asks for what they show. */
export async function leaveUndrawn(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const answer = await route.fetch()
    const drawn = /(<div id="root">).*(<\/div>)<script type="application\/json" id="state">.*?<\/script>/s
    await route.fulfill({ response: answer, body: (await answer.text()).replace(drawn, '$1$2') })
  })
}
