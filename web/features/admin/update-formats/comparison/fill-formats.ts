import { FORMATS } from '../../../../../domain/film/formats.ts'
import { randomUuid } from '../../../../data/random-uuid.ts'
import { fetchSiteFile } from '../file/site-file.ts'
import { writeChanges } from '../writing/write-changes.ts'
import { fetchFilms } from './catalogue-films.ts'
import { compareFile } from './compare-file.ts'

const NO_FORMAT = Object.fromEntries(FORMATS.map((format) => [format, false]))

/**
 * Gives the films that have no format at all those of the site's file. No other film is touched, nor one that gets a
 * format meanwhile. Answers how many films it was, and why others were left.
 * @throws what kept it from beginning.
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
