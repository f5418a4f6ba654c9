import { FORMULA } from '../../../domain/csv/formula-cells.ts'
import type { AccountData, AccountFilm } from './account-data.ts'

const OWNS = ['owns_laserdisc', 'owns_dvd', 'owns_bluray', 'owns_bluray_4k'] as const
const NAMES = ['spine', 'title', 'director', 'year'] as const
const ACCOUNT = ['id', 'username', 'visibility', 'email', 'created_at'] as const
const COLUMNS = ['record', ...ACCOUNT, 'role', ...NAMES, ...OWNS, 'watched', 'wishlist']

/** The export as JSON: the account, then its three lists. */
export function toJson(held: AccountData): string {
  const listed = (mark: 'owned' | 'watched' | 'wishlisted', columns: readonly (keyof AccountFilm)[]) =>
    held.films.filter((film) => film[mark]).map((film) => pick(film, columns))
  return JSON.stringify(
    {
      account: { ...pick(held, ACCOUNT), roles: held.roles },
      ownership: listed('owned', [...NAMES, ...OWNS]),
      watched: listed('watched', NAMES),
      wishlist: listed('wishlisted', NAMES),
    },
    null,
    2,
  )
}

/**
 * The export as CSV (RFC 4180): a line for the account, one for each role, one for each film. What a spreadsheet would
 * take for a formula is written as text.
 */
export async function toCsv(held: AccountData): Promise<string> {
  const { default: Papa } = await import('papaparse')
  const lines = [
    { record: 'account', ...pick(held, ACCOUNT) },
    ...held.roles.map((role) => ({ record: 'role', role })),
    ...held.films.map(({ wishlisted, ...film }) => ({ record: 'film', ...film, wishlist: wishlisted })),
  ]
  // The mark at the start tells spreadsheets that é is one letter.
  return `\ufeff${Papa.unparse(lines, { columns: COLUMNS, escapeFormulae: FORMULA })}\r\n`
}

function pick<Whole, Name extends keyof Whole>(whole: Whole, names: readonly Name[]): Pick<Whole, Name> {
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>
}
