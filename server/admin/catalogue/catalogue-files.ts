import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type FilmAliases, readAliasesCsv } from '../../../domain/csv/aliases-csv.ts'
import { type FilmsCsv, readFilmsCsv } from '../../../domain/csv/films-csv.ts'
import { type DiscPrice, readPricesCsv } from '../../../domain/csv/prices-csv.ts'
import type { Problem } from '../../../domain/csv/read-table.ts'
import { type BoxSet, readSetsCsv } from '../../../domain/csv/sets-csv.ts'
import type { Queryable } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import { loadFilms } from './load-films.ts'
import { loadPrices } from './load-prices.ts'
import { loadSets } from './load-sets.ts'

/** The file of the setting CATALOGUE, and the files aliases.csv, sets.csv and prices.csv beside it. */
export interface Catalogue {
  films: FilmsCsv
  aliases: FilmAliases[]
  sets: BoxSet[]
  prices: DiscPrice[]
  /** The name of the first file. */
  name: string
}

/** Reads a catalogue. Throws a {@link Refusal} that names the first error in it. */
export async function readCatalogue(file: string): Promise<Catalogue> {
  const beside = (name: string) => path.join(path.dirname(file), name)
  const aliases = await readIfPresent(beside('aliases.csv'))
  const sets = await readIfPresent(beside('sets.csv'))
  const prices = await readIfPresent(beside('prices.csv'))
  return {
    films: await readCatalogueFile(file),
    aliases: aliases === undefined ? [] : correct(beside('aliases.csv'), readAliasesCsv(aliases)).films,
    sets: sets === undefined ? [] : correct(beside('sets.csv'), readSetsCsv(sets)).sets,
    prices: prices === undefined ? [] : correct(beside('prices.csv'), readPricesCsv(prices)).prices,
    name: path.basename(file),
  }
}

/** Reads the file of the setting CATALOGUE alone. Throws as {@link readCatalogue}. */
export async function readCatalogueFile(file: string): Promise<FilmsCsv> {
  const csv = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Refusal(
      `CATALOGUE is ${file}, which cannot be read (${error.message}); name another file, or set CATALOGUE=none.`,
    )
  })
  return correct(file, readFilmsCsv(csv))
}

/** Loads a catalogue into a new database. */
export async function loadCatalogue(
  tx: Queryable,
  { films, aliases, sets, prices, name }: Catalogue,
): Promise<void> {
  const aliasesOf = new Map(aliases.map((film) => [film.spine, film.aliases]))
  const withAliases = films.films.map((film) => ({ ...film, aliases: aliasesOf.get(film.spine) }))
  await loadFilms(tx, { columns: [...films.columns, 'aliases'], films: withAliases }, { name })
  await recordAsLoad(tx)
  if (sets.length > 0) await loadSets(tx, sets, 'sets.csv')
  await recordAsLoad(tx)
  if (prices.length > 0) await loadPrices(tx, prices)
}

/**
 * Records that the latest update of the transaction is a load of the catalogue, which does not count as an edit. An
 * update that changed nothing is not recorded.
 */
export async function recordAsLoad(tx: Queryable): Promise<void> {
  await tx.query(
    `insert into private.catalogue_loads
     select id from public.film_updates where id = current_setting('films.update_id')::uuid
     on conflict do nothing`,
  )
}

async function readIfPresent(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new Refusal(`${file} cannot be read (${error.message}); it belongs to the file of CATALOGUE.`)
  })
}

function correct<Content extends { problems: Problem[] }>(file: string, content: Content): Content {
  const [first, ...more] = content.problems
  if (!first) return content
  const others = more.length > 0 ? ` (and ${more.length} more)` : ''
  throw new Refusal(
    `CATALOGUE is ${file}, whose line ${first.line} is wrong: ${first.message}${others}; correct the file, or set CATALOGUE=none.`,
  )
}
