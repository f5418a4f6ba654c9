import { FORMULA } from '../../../domain/csv/formula-cells.ts'
import type { AccountData, AccountFilm } from './account-data.ts'

const OWNS = ['owns_laserdisc', 'owns_dvd', 'owns_bluray', 'owns_bluray_4k'] as const
const NAMES = ['spine', 'title', 'director', 'year'] as const
const ACCOUNT = ['id', 'username', 'visibility', 'email', 'created_at'] as const
const COLUMNS = ['record', ...ACCOUNT, 'role', ...NAMES, ...OWNS, 'watched', 'wishlist']

/** Writes the data as JSON: the account, then its three lists. */
export function toJson(data: AccountData): string {
  const listed = (mark: 'owned' | 'watched' | 'wishlisted', columns: readonly (keyof AccountFilm)[]) =>
    data.films.filter((film) => film[mark]).map((film) => pick(film, columns))
  return JSON.stringify(
    {
      account: { ...pick(data, ACCOUNT), roles: data.roles },
      ownership: listed('owned', [...NAMES, ...OWNS]),
      watched: listed('watched', NAMES),
      wishlist: listed('wishlisted', NAMES),
    },
    null,
    2,
  )
}

/**
 * Writes the data as CSV (RFC 4180): a line for the account, one for each role, one for each film. A value that a
 * spreadsheet would read as a formula is written as text.
 */
export async function toCsv(data: AccountData): Promise<string> {
  const { default: Papa } = await import('papaparse')
  const lines = [
    { record: 'account', ...pick(data, ACCOUNT) },
    ...data.roles.map((role) => ({ record: 'role', role })),
    ...data.films.map(({ wishlisted, ...film }) => ({ record: 'film', ...film, wishlist: wishlisted })),
  ]
  // Spreadsheets recognise UTF-8 by the byte order mark.
  return `\ufeff${Papa.unparse(lines, { columns: COLUMNS, escapeFormulae: FORMULA })}\r\n`
}

function pick<Whole, Name extends keyof Whole>(whole: Whole, names: readonly Name[]): Pick<Whole, Name> {
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>
}
