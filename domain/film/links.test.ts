import { expect, test } from 'vitest'
import { type LinkedFilm, outsideLinks, webAddress } from './links.ts'

const FILM: LinkedFilm = {
  title: 'Tokyo Story',
  product_url: null,
  imdb_link: null,
  letterboxd_link: null,
  wikipedia_link: null,
  bluray_com_link: null,
  amazon_link: null,
  ebay_link: null,
}

function hrefs(film: Partial<LinkedFilm>): Record<string, string> {
  return Object.fromEntries(outsideLinks({ ...FILM, ...film }).map(({ site, href }) => [site, href]))
}

test('the sites come in a fixed order', () => {
  expect(outsideLinks(FILM).map(({ site }) => site)).toEqual([
    'Criterion',
    'IMDb',
    'Letterboxd',
    'Wikipedia',
    'Blu-ray.com',
    'Amazon',
    'eBay',
  ])
})

test('a stored link is used as it is', () => {
  const stored = 'https://www.imdb.com/title/tt0046438/'
  expect(hrefs({ imdb_link: stored }).IMDb).toBe(stored)
})

test('without a stored link the title is searched for', () => {
  expect(hrefs({}).Wikipedia).toBe('https://en.wikipedia.org/w/index.php?search=Tokyo+Story')
  expect(hrefs({}).Letterboxd).toBe('https://letterboxd.com/search/films/Tokyo%20Story/')
})

test('a link has a mark if it is a search', () => {
  const links = outsideLinks({ ...FILM, imdb_link: 'https://www.imdb.com/title/tt0046438/' })
  expect(links.filter(({ isSearch }) => !isSearch).map(({ site }) => site)).toEqual(['IMDb'])
})

test('the marketplaces search for the label and the title', () => {
  expect(hrefs({}).Amazon).toBe('https://www.amazon.com/s?k=Criterion+Collection+Tokyo+Story')
  expect(hrefs({}).eBay).toBe('https://www.ebay.com/sch/i.html?_nkw=Criterion+Collection+Tokyo+Story')
})

test('any sign of a title is escaped', () => {
  const { Letterboxd, IMDb } = hrefs({ title: 'Who? & Why/#1 100% “½”' })
  expect(new URL(Letterboxd ?? '').pathname.split('/')).toHaveLength(5)
  expect(new URL(IMDb ?? '').searchParams.get('q')).toBe('Who? & Why/#1 100% “½”')
})

test('only web addresses become links', () => {
  expect(webAddress('javascript:alert(1)')).toBeUndefined()
  expect(webAddress('data:text/html,x')).toBeUndefined()
  expect(webAddress('//example.com')).toBeUndefined()
  expect(webAddress('')).toBeUndefined()
  expect(webAddress('http://example.com/a b')).toBe('http://example.com/a%20b')
  expect(hrefs({ product_url: ' JavaScript:alert(1)' }).Criterion).toBe(
    'https://www.criterion.com/search?q=Tokyo+Story',
  )
})
