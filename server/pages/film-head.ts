import type { Film } from '../../domain/film/columns.ts'
import { FORMAT_NAMES, FORMATS } from '../../domain/film/formats.ts'
import { webAddress } from '../../domain/film/links.ts'
import { directorNames } from '../../domain/film/names.ts'
import { listText } from '../../domain/list-text.ts'
import { documentTitle, filmTitle } from '../../domain/page-titles.ts'
import { filmPath, picturePath } from '../../domain/paths.ts'
import type { PageHead } from './page-html.ts'

/**
 * Makes the metadata of a film's page, with the film as schema.org data (https://schema.org/Movie).
 * @param siteUrl the site's address; without it, the page's own address is relative.
 */
export function filmHead(film: Film, siteUrl = ''): PageHead {
  const address = siteUrl + filmPath(film.spine)
  const description = descriptionOf(film)
  return {
    title: documentTitle(filmTitle(film)),
    description,
    address,
    picture: { address: picturePath(address), text: description },
    type: 'video.movie',
    data: {
      '@context': 'https://schema.org',
      '@type': 'Movie',
      name: film.title,
      url: address,
      image: webAddress(film.box_art_url),
      dateCreated: film.year === null ? undefined : String(film.year),
      duration: film.running_time === null ? undefined : `PT${film.running_time}M`,
      director: directorNames(film.director).map((name) => ({ '@type': 'Person', name })),
      countryOfOrigin: film.country?.split(', ').map((name) => ({ '@type': 'Country', name })),
      sameAs: [film.product_url, film.imdb_link, film.letterboxd_link, film.wikipedia_link].flatMap(
        (link) => webAddress(link) ?? [],
      ),
    },
  }
}

function descriptionOf(film: Film): string {
  const formats = FORMATS.filter((format) => film[format]).map((format) => FORMAT_NAMES[format])
  const releases = formats.length > 0 ? `, released on ${listText(formats)}` : ''
  return `${filmTitle(film)} by ${listText(directorNames(film.director))}: spine ${film.spine} of the Criterion Collection${releases}.`
}
