import type { Part } from '../../../../domain/profile-parts.ts'

/** Returns the films without the marks of the parts that are not shown. */
export function shownMarks<Film extends object>(shown: readonly Part[], films: readonly Film[]): Film[] {
  return films.map((film) => ({
    ...film,
    ...(!shown.includes('collection') && NOTHING_OWNED),
    ...(!shown.includes('watched') && { watched: false }),
    ...(!shown.includes('wishlist') && { wishlisted: false }),
  }))
}

const NOTHING_OWNED = {
  owned: false,
  owns_laserdisc: false,
  owns_dvd: false,
  owns_bluray: false,
  owns_bluray_4k: false,
}
