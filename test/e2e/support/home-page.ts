import type { Locator, Page } from '@playwright/test'

/** The parts of the home page, found by their roles and names. */
export function homePage(page: Page) {
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

/** Returns the captions of the cards, in the order of the page. */
export function captions(page: Page): Promise<string[]> {
  return homePage(page).cards.evaluateAll((cards) =>
    cards.map(
      (card) => `${card.querySelector('h3')?.textContent} – ${card.querySelector('h3 ~ p')?.textContent}`,
    ),
  )
}

/** Returns the caption that the card of a catalogue film has. */
export function captionOf(film: { title: string; director: string; year: number | null }): string {
  return `${film.title} – ${film.director}${film.year === null ? '' : `\u2009·\u2009${film.year}`}`
}

/** Opens a film's action panel with the keyboard, so that it stays open wherever the mouse is. */
export async function openPanel(page: Page, title: string): Promise<Locator> {
  const card = homePage(page).card(title)
  await page.keyboard.press('Shift')
  await homePage(page).panelButton(title).focus()
  await waitForAnimations(card)
  return card
}

/** Opens a film's action panel and the list of links in it. */
export async function openLinks(page: Page, title: string): Promise<Locator> {
  const card = await openPanel(page, title)
  await card.getByRole('button', { name: 'More Info' }).click()
  await waitForAnimations(card)
  return card
}

/** Waits for all animations of a card. Playwright would scroll to an element that is still outside the view. */
export function waitForAnimations(card: Locator): Promise<void> {
  return card.evaluate(async (element) => {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    await Promise.allSettled(element.getAnimations({ subtree: true }).map(({ finished }) => finished))
  })
}
