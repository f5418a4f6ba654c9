import type { Film } from '../../../../../domain/film/columns.ts'

/** A film without optional values. */
export const FILM: Film = {
  spine: 2,
  title: 'Seven Samurai',
  director: 'Akira Kurosawa',
  country: null,
  year: null,
  laserdisc: false,
  dvd: true,
  bluray: false,
  bluray_4k: false,
  laserdisc_oop: false,
  dvd_oop: true,
  bluray_oop: false,
  bluray_4k_oop: false,
  product_url: null,
  box_art_url: null,
  imdb_link: null,
  letterboxd_link: null,
  wikipedia_link: null,
  bluray_com_link: null,
  amazon_link: null,
  ebay_link: null,
}
