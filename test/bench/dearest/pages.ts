import { createHash } from 'node:crypto'
import {
  FEED_PATH,
  filmPath,
  LICENCES_PATH,
  PATHS,
  picturePath,
  SITE_PICTURE_PATH,
  setPath,
} from '../../../domain/paths.ts'
import { type DearRequest, read } from './request.ts'
import { COLLECTORS, PEOPLE } from './separate-site.ts'

const GIFT = createHash('md5').update('gift 12').digest('hex')

/** Each page, picture, feed and map; the addresses differ where they can, so that no cache answers. */
export function pageReads(spines: number[]): DearRequest[] {
  const person = (round: number) => `/person-${1 + (round % PEOPLE)}`
  const spine = (round: number) => spines[round % spines.length] as number
  return [
    ...Object.values(PATHS).map((path) => read('visitor', `the page ${path}`, path)),
    read('visitor', 'the home page, searched', (n) => `/?q=night${n % 1000}`),
    read('visitor', 'the home page, one letter searched', (n) => `/?q=${'abcdefghij'[n % 10]}&sort=year`),
    read('visitor', 'the home page, filtered', (n) => `/?from=${1900 + (n % 100)}&country=France,Japan`),
    read('visitor', 'the page of a film', (n) => filmPath(spine(n))),
    read('visitor', 'the page of a set', (n) => setPath(1 + (n % 60))),
    read('visitor', 'the page of a gift link', `/wishlist/${GIFT}`),
    read('visitor', 'the page of a person', person),
    read('visitor', 'the page of a person, searched', (n) => `${person(n)}?q=night&tab=all`),
    read('visitor', 'the progress page', (n) => `/person-${1 + (n % COLLECTORS)}/progress`),
    read(
      'visitor',
      'the comparison page',
      (n) => `/person-${1 + (n % COLLECTORS)}/with/person-${1 + ((n + 1) % COLLECTORS)}`,
    ),
    read('visitor', 'the picture of the site', SITE_PICTURE_PATH),
    read('visitor', 'the picture of a film', (n) => picturePath(filmPath(spine(n)))),
    read('visitor', 'the picture of a person', (n) => picturePath(person(n))),
    read('visitor', 'the feed', FEED_PATH),
    read('visitor', 'the licences', LICENCES_PATH),
    read('visitor', 'the OpenAPI document', '/rest/v1/'),
    read('member', 'the OpenAPI document of a member', '/rest/v1/'),
    read('member', 'the account', '/auth/v1/user'),
    read('visitor', 'the site map', '/sitemap.xml'),
    read('visitor', 'the configuration', '/config.json'),
    read('visitor', 'a page that does not exist', (n) => `/nothing/here/${n}`),
  ]
}
