import type { Format } from '../film/formats.ts'

/** What a list of a file says about its films: they are owned, wished for or watched; or the list is left out. */
export type Meaning = 'owned' | 'wishlist' | 'watched' | 'left'

/**
 * One row of a file as a reader understood it. Every key by which its film may be found is optional; a reader sets
 * those that the file has.
 */
export interface ImportRow {
  /** The row in its file, as the source counts it: a line of a text, a row of a sheet, an element of a list. */
  line: number
  /** The number of the spine, by a column or an address of this site. */
  spine?: number | undefined
  /** The number of a film's or a set's page at criterion.com. */
  criterion?: { kind: 'film' | 'set'; id: number } | undefined
  /** The film's code at boxd.it, or its name in an address of letterboxd.com. Never that of a diary's entry. */
  letterboxd?: string | undefined
  /** The id at IMDb: `tt0047478`. */
  imdb?: string | undefined
  tmdb?: number | undefined
  /** The number of the spine that a free text names. */
  noteSpine?: number | undefined
  title?: string | undefined
  /** A second title, such as the original one. */
  otherTitle?: string | undefined
  /** The film's year. A disc's year is not set. */
  year?: number | undefined
  director?: string | undefined
  /** The formats that the row names; undefined where the file does not say. */
  formats?: readonly Format[] | undefined
  /** Why the row is no film on a disc, such as an episode. It is left out. */
  unusable?: string | undefined
  /** The row is unusable because its film is on no disc. Someone may have watched it all the same. */
  isOnOtherMedium?: boolean
  /** Half stars, 1–10. */
  rating?: number | undefined
  /** The day, month or year of a viewing: `2026-11-23`, `2026-11` or `2026`. */
  watchedOn?: string | undefined
  /** The dates of other viewings, if one row has several. */
  alsoWatchedOn?: readonly string[] | undefined
  /** What an export from here says of a viewing besides. */
  viewing?: { id?: string | undefined; note?: string | undefined } | undefined
  copy?: Copy | undefined
  wish?: Wish | undefined
  /** The row is a box set without a spine, of an export from here. */
  set?: { title: string; criterionId?: number | undefined } | undefined
}

/** What a row says about a wish. */
export interface Wish {
  formats?: readonly Format[] | undefined
  /** 1 (highest) to 3. */
  priority?: number | undefined
  note?: string | undefined
  price?: number | undefined
  currency?: string | undefined
}

/** What a row says about the person's copy. */
export interface Copy {
  /** Of an export from here. */
  id?: string | undefined
  slipcover?: boolean | undefined
  acquiredOn?: string | undefined
  price?: number | undefined
  currency?: string | undefined
  store?: string | undefined
  condition?: string | undefined
  place?: string | undefined
  lentTo?: string | undefined
  lentOn?: string | undefined
  note?: string | undefined
}

/** The rows of a file, or of one file of an archive, that mean the same. */
export interface ImportList {
  /** A name that people recognise: `watched.csv`, or `On Wish List` of a column. */
  name: string
  /** What the list probably means. The person can correct it. */
  meaning: Meaning
  /** The rows state exactly what is tracked, so formats that the catalogue does not list are kept, too. */
  exact?: boolean
  rows: ImportRow[]
}
