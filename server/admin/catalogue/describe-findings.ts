import { checkCatalogue } from '../../../domain/catalogue-check/check-catalogue.ts'
import { readEvidence } from '../../../domain/catalogue-check/evidence.ts'
import { readFilmsCsv } from '../../../domain/csv/films-csv.ts'
import { FLAGS, type Flag } from '../../../domain/film/formats.ts'
import type { Queryable } from '../../db/database.ts'
import { readFilms } from './load-films.ts'
import { readSets } from './load-sets.ts'

interface Files {
  /** The file of the catalogue that the evidence is about. */
  films: string
  basis: string
  doubts: string
}

/** Lists what is unknown, inferred or inconsistent in the site's catalogue, as text. */
export async function describeFindings(db: Queryable, files: Files): Promise<string> {
  const filed = readFilmsCsv(files.films).films.map((film): [number, Record<Flag, boolean>] => [
    film.spine,
    Object.fromEntries(FLAGS.map((flag) => [flag, film[flag] ?? false])) as Record<Flag, boolean>,
  ])
  const findings = checkCatalogue({
    films: await readFilms(db),
    sets: await readSets(db),
    evidence: readEvidence(files.basis, files.doubts),
    filed: new Map(filed),
  })
  return findings
    .map(({ title, count, lines }) => [`${title}: ${count}`, ...lines.map((line) => `  ${line}`)].join('\n'))
    .join('\n')
}
