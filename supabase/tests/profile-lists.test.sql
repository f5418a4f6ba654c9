-- The lists and counts of a profile, compared with figures computed by hand for five films.
begin;

delete from public.films;
insert into public.films (spine, title, director, laserdisc, dvd, bluray, bluray_4k) values
  (1, 'Grand Illusion', 'Jean Renoir', false, true, false, false),
  (2, 'Seven Samurai', 'Akira Kurosawa', false, true, true, true),
  (3, 'Ran', 'Akira Kurosawa', true, true, false, false),
  (4, '8½', 'Federico Fellini', false, false, true, false),
  (5, '100% "Wolf" _*\', 'Scarlett O''Hara', false, false, false, false);
-- Olga owns two of the five; a row without ticks does not count as ownership.
insert into public.user_ownership (user_id, film_id, owns_dvd, owns_bluray) values
  (tap.person('olga'), tap.film(1), true, false),
  (tap.person('olga'), tap.film(2), false, true),
  (tap.person('olga'), tap.film(3), false, false),
-- The film has no DVD any more.
  (tap.person('ben'), tap.film(4), true, true);
insert into public.user_watched (user_id, film_id) values
  (tap.person('olga'), tap.film(2)), (tap.person('olga'), tap.film(4)), (tap.person('ben'), tap.film(1));
insert into public.user_wishlist (user_id, film_id) values
  (tap.person('olga'), tap.film(3)), (tap.person('ben'), tap.film(3));

create temporary table figures (
  behaviour text, username text, words text[], formats text[],
  catalogue integer, catalogue_owned integer, films integer, owned integer, unowned integer, watched integer,
  wishlist integer
);
insert into figures values
  ('all', 'olga', '{}', '{}', 5, 2, 5, 2, 3, 2, 1),
  ('a name in another case', 'Olga', '{}', '{}', 5, 2, 5, 2, 3, 2, 1),
  ('another person', 'ben', '{}', '{}', 5, 1, 5, 1, 4, 1, 1),
  ('a person who tracks nothing', 'ada', '{}', '{}', 5, 0, 5, 0, 5, 0, 0),
  ('a word', 'olga', '{kurosawa}', '{}', 5, 2, 2, 1, 1, 1, 1),
  ('two words in different columns', 'olga', '{kurosawa,seven}', '{}', 5, 2, 1, 1, 0, 1, 0),
  ('a part of a word', 'olga', '{uros}', '{}', 5, 2, 2, 1, 1, 1, 1),
  ('a spine', 'olga', '{4}', '{}', 5, 2, 1, 0, 1, 1, 0),
  ('a folded fraction', 'olga', '{1/2}', '{}', 5, 2, 1, 0, 1, 1, 0),
  ('a word that is nowhere', 'olga', '{zardoz}', '{}', 5, 2, 0, 0, 0, 0, 0),
  ('a format, in which one of the two is owned', 'olga', '{}', '{dvd}', 5, 2, 3, 1, 1, 1, 1),
  ('a format that is owned and no longer released', 'ben', '{}', '{dvd}', 5, 1, 3, 1, 3, 1, 1),
  ('LaserDisc', 'olga', '{}', '{laserdisc}', 5, 2, 1, 0, 1, 0, 1),
  ('Blu-ray', 'olga', '{}', '{bluray}', 5, 2, 2, 1, 1, 2, 0),
  ('4K, of a film that is owned on Blu-ray', 'olga', '{}', '{bluray_4k}', 5, 2, 1, 0, 0, 1, 0),
  ('two formats at once', 'olga', '{}', '{dvd,laserdisc}', 5, 2, 1, 0, 1, 0, 1),
  ('a word and a format', 'olga', '{kurosawa}', '{laserdisc}', 5, 2, 1, 0, 1, 0, 1),
  ('the same word twentyfold, which is nowhere', 'olga', array_fill('zardoz'::text, array[20]), '{}', 5, 2, 0, 0, 0, 0, 0),
  ('a format several times', 'olga', '{}', '{dvd,dvd,dvd,dvd,laserdisc}', 5, 2, 1, 0, 1, 0, 1),
  ('lists of lists of formats', 'olga', '{}', '{{dvd,dvd},{laserdisc,laserdisc}}', 5, 2, 1, 0, 1, 0, 1),
  ('nothing for words and formats', 'olga', null, null, 5, 2, 5, 2, 3, 2, 1),
  ('nothing among words and formats', 'olga', '{null,kurosawa}', '{null,laserdisc}', 5, 2, 1, 0, 1, 0, 1),
  ('a folded percent sign is itself', 'olga', array[private.fold('%')], '{}', 5, 2, 1, 0, 1, 0, 0),
  ('a percent sign matches not everything', 'olga', array['%'], '{}', 5, 2, 0, 0, 0, 0, 0),
  ('an underscore matches not any letter', 'olga', array['_'], '{}', 5, 2, 0, 0, 0, 0, 0),
  ('a star matches not everything', 'olga', array['*'], '{}', 5, 2, 0, 0, 0, 0, 0),
  ('a backslash escapes nothing', 'olga', array['\'], '{}', 5, 2, 0, 0, 0, 0, 0),
  ('a quote ends nothing', 'olga', array['o''hara'], '{}', 5, 2, 1, 0, 1, 0, 0),
  ('a double quote ends nothing', 'olga', array['"wolf"'], '{}', 5, 2, 1, 0, 1, 0, 0),
  ('an SQL injection ends nothing', 'olga', array['''); delete from films; --'], '{}', 5, 2, 0, 0, 0, 0, 0);

create temporary view cells as
select behaviour, caller, figures as expected
from figures, unnest(array['a visitor', 'olga', 'ben']) as caller;

create function pg_temp.counts_for(caller text, figures) returns text language plpgsql as $$
declare
  counts text;
begin
  perform tap.become(caller);
  select row(catalogue, catalogue_owned, films, owned, unowned, watched, wishlist)::text into counts
  from public.profile_counts($2.username, $2.words, $2.formats);
  perform set_config('role', 'none', true);
  return counts;
end
$$;

select plan((17 + (select count(*) from cells))::int);

select is(
  pg_temp.counts_for(caller, expected),
  row((expected).catalogue, (expected).catalogue_owned, (expected).films, (expected).owned, (expected).unowned,
    (expected).watched, (expected).wishlist)::text,
  format('the counts for %s are correct: %s', caller, behaviour)
) from cells;

select throws_ok(
  $$select public.profile_counts('olga', array_fill('samurai'::text, array[21]))$$, '54000', 'A list has at most 20 values.',
  'twenty-one words are refused'
);
select results_eq(
  $$select films, owned, unowned, watched, wishlist from public.profile_counts('olga', spines => '{2,3,99}')$$,
  $$values (2, 1, 1, 1, 1)$$, 'the counts for two spines are correct'
);
select is(
  (select user_id from public.profile_counts('Olga')), tap.person('olga'), 'the counts contain the person''s id'
);
select is_empty($$select from public.profile_counts('nobody')$$, 'an unknown person has no counts');
select is_empty($$select from public.profile_counts(null)$$, 'a null person has no counts');
select is_empty($$select from public.profile_counts('%')$$, 'a pattern instead of a username has no counts');

select results_eq(
  $$select spine, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k, owned, watched, wishlisted
    from public.profile_films(tap.person('olga')) order by spine$$,
  $$values
    (1, false, true, false, false, true, false, false),
    (2, false, false, true, false, true, true, false),
    (3, false, false, false, false, false, false, true),
    (4, false, false, false, false, false, true, false),
    (5, false, false, false, false, false, false, false)$$,
  'profile_films returns every film once with the person''s marks'
);
select set_eq(
  $$select attname::text, atttypid::regtype, attcollation from pg_attribute
    where attrelid = 'private.profile_film'::regclass and attnum > 0 and not attisdropped$$,
  $$select attname::text, atttypid::regtype, attcollation from pg_attribute
    where attrelid = 'public.films'::regclass and attnum > 0 and not attisdropped
    union all
    select 'match_rank', 'integer', 0::oid
    union all
    select mark, 'boolean', 0::oid from unnest(
      '{owns_laserdisc,owns_dvd,owns_bluray,owns_bluray_4k,owned,watched,wishlisted,upgrade}'::text[]
    ) as mark
    union all
    values ('countries', 'text[]'::regtype, '"und-x-icu"'::regcollation::oid), ('directors', 'text[]', '"und-x-icu"'::regcollation),
      ('watched_id', 'bigint', 0), ('wishlist_id', 'bigint', 0)$$,
  'profile_films has every column of films, with its type and collation'
);
select set_eq(
  $$select attname::text, atttypid::regtype, attcollation from pg_attribute
    where attrelid = 'private.ranked_film'::regclass and attnum > 0 and not attisdropped$$,
  $$select attname::text, atttypid::regtype, attcollation from pg_attribute
    where attrelid = 'public.films'::regclass and attnum > 0 and not attisdropped
    union all
    select 'match_rank', 'integer', 0::oid
    union all
    select name, 'text[]', '"und-x-icu"'::regcollation::oid from unnest('{countries,directors}'::text[]) as name$$,
  'ranked_films has every column of films, with its type and collation'
);
select is_empty('select from public.profile_films(gen_random_uuid())', 'an unknown person has no films');
select is_empty('select from public.profile_films(null)', 'a null person has no films');

delete from public.films;
select results_eq(
  $$select catalogue, catalogue_owned, films, owned, unowned, watched, wishlist from public.profile_counts('olga')$$,
  $$values (0, 0, 0, 0, 0, 0, 0)$$, 'an empty catalogue has counts of zero'
);
select is_empty($$select from public.profile_films(tap.person('olga'))$$,
  'an empty catalogue has no films in profile_films');
select set_eq(
  $$select proname::text, provolatile from pg_proc where proname like 'profile\_%' and pronamespace = 'public'::regnamespace$$,
  $$values ('profile_counts', 's'::"char"), ('profile_films', 's'), ('profile_film_counts', 's'),
    ('profile_viewings', 's'), ('profile_films_in_sets', 's'), ('profile_progress', 's')$$,
  'the profile functions are declared stable'
);
select is(
  (select row(prosecdef, proconfig is null, prosqlbody is not null)::text from pg_proc where oid = listing),
  '(f,t,t)', format('the planner can inline %s', listing)
) from unnest('{public.profile_films,public.ranked_films,public.compared_films}'::regproc[]) as listing;

select * from finish();
rollback;
