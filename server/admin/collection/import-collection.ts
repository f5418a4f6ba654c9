import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { Unreadable } from '../../../domain/files/unreadable.ts'
import { FORMATS } from '../../../domain/film/formats.ts'
import { type Catalogue, INDEXED_COLUMNS } from '../../../domain/import/match/catalogue-index.ts'
import { type Present, planImport } from '../../../domain/import/plan/plan.ts'
import type { ReadFile } from '../../../domain/import/read-file.ts'
import type { Mark } from '../../../domain/tracking/marks.ts'
import { asCaller } from '../../db/as-caller.ts'
import type { Database } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import { findPerson } from '../roles.ts'
import type { FileToRead, ReadOrNot } from './read-collection.ts'

export interface CollectionFile {
  who: string
  file: string
  /** The content of the file. */
  base64: string
  /** On which disc films are ticked where the file does not say. */
  discs: 'none' | 'best'
}

/**
 * Imports a file into a person's collection, as the page /account/import does. Lists mean what their names say, and
 * rows that the page would ask about are left out. The person can take the import back on that page.
 * @param timeLimit for reading the file, in milliseconds.
 * @returns the closing sentence.
 * @throws Refusal if there is no such person, or the file cannot be read.
 */
export async function importCollection(
  db: Database,
  { who, file, base64, discs }: CollectionFile,
  timeLimit = 60_000,
): Promise<string> {
  const { id, username } = await findPerson(db, who)
  const catalogue = await readCatalogue(db)
  const films = new Map(catalogue.films.map((film) => [film.id, film]))
  const read = await readInThread(
    { bytes: new Uint8Array(Buffer.from(base64, 'base64')), name: path.basename(file), catalogue },
    timeLimit,
  ).catch((error) => {
    throw error instanceof Unreadable ? new Refusal(`${file}: ${error.message} Nothing was changed.`) : error
  })
  const meanings = read.lists.map(({ meaning }) => meaning)
  const choices = { meanings, discs, answers: new Map<string, null>() }
  const plan = planImport(read, choices, (filmId) => films.get(filmId), await readMarks(db, id))
  await asCaller(db, { role: 'authenticated', claims: { role: 'authenticated', sub: id } }, 'write', {
    text: 'select public.commit_import($1, $2, $3, $4)',
    values: [randomUUID(), path.basename(file), JSON.stringify(plan.films), JSON.stringify(plan.sets)],
  })
  return `${describe(read)}\n${username}: ${plan.films.length} of ${plan.titles} titles got new marks; now ${(
    ['owned', 'watched', 'wishlist'] as const
  )
    .map((list) => `${plan.totals[list].after} ${list}`)
    .join(', ')}.`
}

/** The command may run in the server, which goes on answering while a thread reads the file within limits. */
async function readInThread(workerData: FileToRead, timeLimit: number): Promise<ReadFile> {
  const thread = new Worker(new URL('./read-collection.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 1000 },
  })
  const { promise, resolve, reject } = Promise.withResolvers<ReadOrNot>()
  thread.once('message', resolve)
  thread.once('error', (error: NodeJS.ErrnoException) =>
    reject(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new Unreadable('Reading it took too much memory.', { cause: error })
        : error,
    ),
  )
  const tooSlow = setTimeout(() => reject(new Unreadable('Reading it took too long.')), timeLimit)
  const answer = await promise.finally(() => {
    clearTimeout(tooSlow)
    return thread.terminate()
  })
  if ('unreadable' in answer) throw new Unreadable(answer.unreadable)
  return answer.file
}

function describe({ format, rows, lists }: ReadFile): string {
  const named = lists.map(({ name, meaning }) => `${name}: ${meaning}`).join(', ')
  return `${format.name} (${named}): ${rows.total} rows, ${rows.sure} matched, ${rows.asked} to check and left out, ${rows.left} not in the collection.`
}

async function readCatalogue(db: Database): Promise<Catalogue> {
  const [row] = await db.query<{ catalogue: string }>(
    `select json_build_object(
      'films', (select json_agg(film) from (select ${INDEXED_COLUMNS.join(', ')} from public.films) as film),
      'aliases', (select json_agg(alias) from (select film_id, kind, value from public.film_aliases) as alias),
      'sets', (select json_agg(one) from (select id, film_id, criterion_id, title from public.sets) as one),
      'setFilms', (select json_agg(one) from (select set_id, title, year from public.set_films where film_id is null) as one)
    )::text as catalogue`,
  )
  const { films, aliases, sets, setFilms } = JSON.parse(row?.catalogue ?? '{}') as {
    [Part in keyof Catalogue]: Catalogue[Part] | null
  }
  return { films: films ?? [], aliases: aliases ?? [], sets: sets ?? [], setFilms: setFilms ?? [] }
}

async function readMarks(db: Database, userId: string): Promise<Present> {
  const rows = await db.query<{ film_id: number; marks: string }>(
    `select own.film_id, own.marks
     from (
       select film_id, concat_ws(' ',
         case when owns_laserdisc then 'laserdisc' end, case when owns_dvd then 'dvd' end,
         case when owns_bluray then 'bluray' end, case when owns_bluray_4k then 'bluray_4k' end
       ) as marks from public.user_ownership where user_id = $1
       union all select film_id, 'wishlist' from public.user_wishlist where user_id = $1
       union all select film_id, 'watched' from public.user_watched where user_id = $1
     ) as own
     join public.films on films.id = own.film_id`,
    [userId],
  )
  const marks = new Set(
    rows.flatMap((row) =>
      row.marks
        .split(' ')
        .filter(Boolean)
        .map((mark) => `${row.film_id} ${mark}`),
    ),
  )
  const count = (...wanted: Mark[]) =>
    new Set(
      [...marks]
        .filter((key) => wanted.some((mark) => key.endsWith(` ${mark}`)))
        .map((key) => key.split(' ')[0]),
    ).size
  return {
    has: (filmId, mark) => marks.has(`${filmId} ${mark}`),
    counts: { owned: count(...FORMATS), watched: count('watched'), wishlist: count('wishlist') },
  }
}
