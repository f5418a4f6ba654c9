import type { FilmSet } from '../../domain/film/sets.ts'
import { documentTitle } from '../../domain/page-titles.ts'
import { filmPath, setPath } from '../../domain/paths.ts'
import type { PageHead } from './page-html.ts'
import { sitePicture } from './site-picture.ts'

/**
 * Makes the metadata of a box set's page, with its films as schema.org data (https://schema.org/Collection).
 * @param siteUrl the site's address; without it, the addresses of pages are relative.
 */
export function setHead(set: FilmSet, siteUrl = ''): PageHead {
  const address = siteUrl + setPath(set.id)
  const count = set.films.length === 1 ? 'one film' : `${set.films.length} films`
  return {
    title: documentTitle(set.title),
    description: `${set.title}: a box set of ${count} from the Criterion Collection.`,
    address,
    picture: sitePicture(siteUrl),
    data: {
      '@context': 'https://schema.org',
      '@type': 'Collection',
      name: set.title,
      url: address,
      hasPart: set.films.map(({ title, year, listed }) => ({
        '@type': 'Movie',
        name: title,
        dateCreated: year === null ? undefined : String(year),
        url: listed && siteUrl + filmPath(listed.spine),
      })),
    },
  }
}
