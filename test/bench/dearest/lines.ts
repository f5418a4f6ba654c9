/**
 * How many reads of one row each request may cost alone: half more than the most that was measured on either engine. A request
 * without a line has to cost less than all of these; so do those that a limit refuses.
 */
export const LINES: Readonly<Record<string, number>> = {
  'films, 500 films changed': 320,
  'apply_marks, 2,000 marks': 220,
  'change_film_formats, 500 films': 170,
  'user_ownership, 1,000 rows written': 85,
  'the progress page': 80,
  'commit_import, every film': 80,
  'the comparison page': 75,
  'the page of a person': 55,
  own_tracking: 50,
  compared_films: 50,
  ranked_films: 45,
  'all of film_history': 45,
  'compared_films by rank, counted': 45,
  'the picture of a person': 45,
  'profile_films by rank, counted': 45,
  profile_films: 45,
  'the page of a person, searched': 40,
  'ranked_films by rank, counted': 40,
  'films, by many columns': 35,
  'the picture of a film': 35,
  compared_film_counts: 35,
  'all of films': 35,
  'compared_films, 15 patterns with wildcards': 30,
  'the home page, one letter searched': 30,
  'profile_counts, 100,000 words': 30,
  'films as CSV': 25,
}
