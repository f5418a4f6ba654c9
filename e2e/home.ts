import type { Locator, Page } from '@playwright/test'

/** The parts of the home page, as a person perceives them. */
export function home(page: Page) {
  const cards = page.getByRole('article')
  return {
    cards,
    status: page.getByText(/^Showing [\d,]+ of [\d,]+ titles$/),
    search: page.getByRole('searchbox', { name: 'Search the collection' }),
    sort: page.getByRole('combobox', { name: 'Sort by' }),
    format: page.getByRole('combobox', { name: 'Format' }),
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
  const button = home(page).panelButton(title)
  await page.keyboard.press('Shift')
  await button.focus()
  return home(page).card(title)
}
