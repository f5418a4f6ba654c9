import { FORMATS } from '../../../../../domain/film/formats.ts'
import { randomUuid } from '../../../../data/random-uuid.ts'
import { fetchSiteFile } from '../file/site-file.ts'
import { writeChanges } from '../writing/write-changes.ts'
import { fetchFilms } from './catalogue-films.ts'
import { compareFile } from './compare-file.ts'

const NO_FORMAT = Object.fromEntries(FORMATS.map((format) => [format, false]))

/**
 * Sets the formats of the films that have none from the site's file. Other films do not change, nor does a film that gets
 * a format in the meantime. Returns how many films were filled in, and the first failure if any were not.
 * @throws if it could not start.
 */
export async function fillFormats(): Promise<{ filled: number; failure?: Error }> {
  const films = await fetchFilms({ withoutFormats: true })
  if (films.length === 0) return { filled: 0 }
  const { changes } = await compareFile(await fetchSiteFile(), Promise.resolve(films))
  const { written, failures } = await writeChanges({
    id: randomUuid(),
    name: 'Automatic update',
    changes: changes.map((change) => ({ ...change, before: { ...change.before, ...NO_FORMAT } })),
  })
  const [failure] = failures
  return { filled: written.length, ...(failure && { failure: new Error(failure.sentence) }) }
}
