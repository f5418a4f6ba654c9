import type { Film, LinkColumn } from './columns.ts'

/** The columns that the links of a film need. */
export type LinkedFilm = Pick<Film, 'title' | Exclude<LinkColumn, 'box_art_url'>>

export interface OutsideLink {
  /** The site's name, which is the text of the link. */
  site: string
  /** The host that serves the site's favicon. */
  host: string
  href: string
  /** Whether the link searches the site, because no address is stored. */
  isSearch: boolean
}

interface Site {
  name: string
  host: string
  stored: (film: LinkedFilm) => string | null
  search: (title: string) => string
}

const SITES: readonly Site[] = [
  {
    name: 'Criterion',
    host: 'criterion.com',
    stored: (film) => film.product_url,
    search: (title) => withQuery('https://www.criterion.com/search', { q: title }),
  },
  {
    name: 'IMDb',
    host: 'imdb.com',
    stored: (film) => film.imdb_link,
    search: (title) => withQuery('https://www.imdb.com/find/', { q: title, s: 'tt' }),
  },
  {
    name: 'Letterboxd',
    host: 'letterboxd.com',
    stored: (film) => film.letterboxd_link,
    search: (title) => `https://letterboxd.com/search/films/${encodeURIComponent(title)}/`,
  },
  {
    name: 'Wikipedia',
    host: 'wikipedia.org',
    stored: (film) => film.wikipedia_link,
    search: (title) => withQuery('https://en.wikipedia.org/w/index.php', { search: title }),
  },
  {
    name: 'Blu-ray.com',
    host: 'blu-ray.com',
    stored: (film) => film.bluray_com_link,
    search: (title) =>
      withQuery('https://www.blu-ray.com/search/', {
        quicksearch: '1',
        quicksearch_keyword: title,
        section: 'bluraymovies',
      }),
  },
  {
    name: 'Amazon',
    host: 'amazon.com',
    stored: (film) => film.amazon_link,
    search: (title) => withQuery('https://www.amazon.com/s', { k: withLabel(title) }),
  },
  {
    name: 'eBay',
    host: 'ebay.com',
    stored: (film) => film.ebay_link,
    search: (title) => withQuery('https://www.ebay.com/sch/i.html', { _nkw: withLabel(title) }),
  },
]

/** The links of a film to other sites: its stored address there, or a search for its title. */
export function outsideLinks(film: LinkedFilm): OutsideLink[] {
  return SITES.map((site) => {
    const stored = webAddress(site.stored(film))
    return {
      site: site.name,
      host: site.host,
      href: stored ?? site.search(film.title),
      isSearch: stored === undefined,
    }
  })
}

/** Returns the address if it is http(s). Any other, such as `javascript:`, never becomes a link. */
export function webAddress(address: string | null): string | undefined {
  if (!address || !URL.canParse(address)) return undefined
  const { protocol, href } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

// The marketplaces sell every edition of a film; the label's name narrows the search to this one.
function withLabel(title: string): string {
  return `Criterion Collection ${title}`
}

function withQuery(address: string, query: Record<string, string>): string {
  return `${address}?${new URLSearchParams(query)}`
}
