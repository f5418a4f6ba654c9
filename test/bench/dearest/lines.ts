/**
 * How many reads of one row each request may cost alone. The lines were estimated from runs beside other work, and permit half
 * more. A request without a line has to cost less than all of these; so do those that a limit refuses.
 */
export const LINES: Readonly<Record<string, number>> = {
  'all of film_history': 60,
  'all of films': 60,
  apply_marks: 60,
  compared_films: 75,
  own_tracking: 140,
  profile_counts: 60,
  profile_films: 65,
  ranked_films: 60,
  'films, by many columns': 75,
  'compared_films by rank, counted': 150,
  'profile_films by rank, counted': 90,
  'ranked_films by rank, counted': 85,
  'apply_marks, 2,000 marks': 720,
  'commit_import, every film': 440,
  change_film_formats: 220,
  'change_film_formats, 500 films': 580,
  'user_ownership, 1,000 rows written': 1000,
  'user_ownership, all own rows changed and returned': 2400,
  'films, 500 films changed': 880,
  'the home page, one letter searched': 470,
  'the page of a film': 110,
  'the page of a person': 390,
  'the page of a person, searched': 90,
  'the progress page': 570,
  'the comparison page': 320,
  'the picture of a film': 110,
  'the picture of a person': 270,
}
