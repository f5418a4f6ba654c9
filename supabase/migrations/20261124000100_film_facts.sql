-- Further facts of films: how long they run, in which languages, under which names they are sorted, and their id at TMDB.

alter table public.films
  -- In minutes.
  add column running_time integer check (running_time between 1 and 9999),
  -- As the label names it; several with commas.
  add column language text check (private.is_line(language)),
  add column sort_title text collate "und-x-icu" check (private.is_line(sort_title)),
  add column sort_director text collate "und-x-icu" check (private.is_line(sort_director)),
  add column tmdb_id integer check (tmdb_id between 1 and 999999999);

call private.follow_film_columns();
