import Papa from 'papaparse'
import { type Aliases, type AliasKind, aliasFault, isAliasKind } from '../film/aliases.ts'
import { spineFault } from '../film/rules.ts'
import { forSpreadsheet } from './formula-cells.ts'
import { type Problem, readTable } from './read-table.ts'

export const ALIAS_COLUMNS = ['spine', 'kind', 'value'] as const

/** All aliases of a film. */
export interface FilmAliases {
  spine: number
  aliases: Aliases
}

/** Reads a file of aliases, one a row. Use nothing of it while there are problems. */
export function readAliasesCsv(csv: string): { films: FilmAliases[]; problems: Problem[] } {
  const films = new Map<number, Aliases>()
  const problems = readTable(csv, ALIAS_COLUMNS, ({ spine, kind, value }) => {
    const fault = spineFault(spine)
    if (fault) return [`spine "${spine.slice(0, 40)}" ${fault}`]
    if (!isAliasKind(kind)) return [`"${kind.slice(0, 40)}" is no kind of alias`]
    const wrong = aliasFault(kind, value)
    if (wrong) return [`value "${value.slice(0, 40)}" ${wrong}`]
    add(films, Number(spine), kind, value)
    return []
  })
  return { films: [...films].map(([spine, aliases]) => ({ spine, aliases })), problems }
}

function add(films: Map<number, Aliases>, spine: number, kind: AliasKind, value: string): void {
  const aliases = films.get(spine) ?? {}
  films.set(spine, { ...aliases, [kind]: [...(aliases[kind] ?? []), value] })
}

/** Writes a file of aliases that {@link readAliasesCsv} reads as the same. */
export function writeAliasesCsv(films: readonly FilmAliases[]): string {
  const data = films.flatMap(({ spine, aliases }) =>
    Object.entries(aliases).flatMap(([kind, values]) =>
      values.map((value) => [spine, kind, forSpreadsheet(value)]),
    ),
  )
  return `\uFEFF${Papa.unparse({ fields: [...ALIAS_COLUMNS], data }, { newline: '\r\n' })}\r\n`
}
