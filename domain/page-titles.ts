import type { PageName } from './paths.ts'

const PRODUCT = 'Criterion Collection Tracker'

/** The title of each page: its landmark has it, and its document with the product's name. */
export const PAGE_TITLES: Record<PageName | 'notFound', string> = {
  home: PRODUCT,
  auth: 'Sign in',
  account: 'Account',
  accountImport: 'Import',
  accountShopping: 'What to buy',
  adminTitles: 'Title Management',
  adminUpdateFormats: 'Update Formats',
  adminHistory: 'History',
  notFound: 'Page not found',
}

/** @param showsCollection whether the profile shows what the person owns. */
export function profileTitle(username: string, showsCollection = true): string {
  return showsCollection ? `${username}'s Collection` : `${username}'s Profile`
}

export function progressTitle(username: string): string {
  return `${username}'s Progress`
}

export function comparisonTitle(one: string, other: string): string {
  return `${one} and ${other}`
}

export function filmTitle({ title, year }: { title: string; year: number | null }): string {
  return year === null ? title : `${title} (${year})`
}

/** The document's title for a page with this title. */
export function documentTitle(title: string): string {
  return title === PRODUCT ? PRODUCT : `${title} · ${PRODUCT}`
}
