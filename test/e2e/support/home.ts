import type { Locator, Page } from '@playwright/test'

/** The parts of the home page, as a person perceives them. */
export function home(page: Page) {
  const cards = page.getByRole('article')
  return {
    cards,
    status: page.getByText(/^Showing [\d,]+ of [\d,]+ titles?$/),
    search: page.getByRole('searchbox', { name: 'Search the collection' }),
    sort: page.getByRole('combobox', { name: 'Sort by' }),
    format: page.getByRole('combobox', { name: /^Format/ }),
    tryAgain: page.getByRole('button', { name: 'Try again' }),
    card: (title: string): Locator =>
      cards.filter({ has: page.getByRole('heading', { name: title, exact: true }) }),
    panelButton: (title: string): Locator =>
      page.getByRole('button', { name: `Actions for ${title}`, exact: true }),
  }
}

/** What the cards say below their covers, in their order. */
export function captions(page: Page): Promise<string[]> {
  return home(page).cards.evaluateAll((cards) =>
    cards.map(
      (card) => `${card.querySelector('h3')?.textContent} – ${card.querySelector('h3 ~ p')?.textContent}`,
    ),
  )
}

/** The caption of a film of the catalogue. */
export function captionOf(film: { title: string; director: string; year: number | null }): string {
  return `${film.title} – ${film.director}${film.year === null ? '' : `\u2009·\u2009${film.year}`}`
}

/** Opens a film's action panel as the keyboard does, which stays open wherever the mouse is. */
export async function openPanel(page: Page, title: string): Promise<Locator> {
  const card = home(page).card(title)
  await page.keyboard.press('Shift')
  await home(page).panelButton(title).focus()
  await comeToRest(card)
  return card
}

/** Opens a film's action panel and the links in it. */
export async function openLinks(page: Page, title: string): Promise<Locator> {
  const card = await openPanel(page, title)
  await card.getByRole('button', { name: 'More Info' }).click()
  await comeToRest(card)
  return card
}

/** Waits until all that slides or fades has done so: what is still out of sight would be scrolled to. */
export function comeToRest(card: Locator): Promise<void> {
  return card.evaluate(async (element) => {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    await Promise.allSettled(element.getAnimations({ subtree: true }).map(({ finished }) => finished))
  })
}
