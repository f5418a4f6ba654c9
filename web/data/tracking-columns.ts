/** Columns of the tables about tracking, for `select`. */
export const OWNED_COLUMNS = 'owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k'
export const WANTED_COLUMNS = 'wants_laserdisc, wants_dvd, wants_bluray, wants_bluray_4k'
export const COPY_COLUMNS =
  'id, film_id, set_id, format, acquired_on, price, currency, store, condition, slipcover, place, lent_to, lent_on, note'
export const VIEWING_COLUMNS = 'id, film_id, watched_on, rating, note'
