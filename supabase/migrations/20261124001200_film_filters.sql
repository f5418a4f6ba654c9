-- The columns by which lists of films are filtered: countries, directors, running times, sets, and a possible upgrade.

-- The twins of these functions are in domain/film/names.ts.
create function private.countries_in(country text) returns text[]
  language sql immutable parallel safe
return string_to_array(country, ', ');

create function private.directors_in(director text) returns text[]
  language sql immutable parallel safe
return string_to_array(replace(replace(director, ', and ', ', '), ' and ', ', '), ', ');

create index films_by_running_time on public.films (running_time, spine);
create index films_on_laserdisc_by_running_time on public.films (running_time, spine) where laserdisc;
create index films_in_4k_by_running_time on public.films (running_time, spine) where bluray_4k;

-- As with searches, writes are few: entries are inserted at once.
create index films_by_country_name on public.films using gin (private.countries_in(country)) with (fastupdate = off);
create index films_by_director_name on public.films using gin (private.directors_in(director)) with (fastupdate = off);

-- Replaces the procedure of film_columns.sql. It also adds the names of countries and directors, the films of sets, a possible
-- upgrade, the ids of the entries in the lists, which give the order in which they were added, and the films of two people.
create or replace procedure private.follow_film_columns()
  language plpgsql
  set search_path = ''
as $$
begin
  execute format(
    'grant insert (%1$s), update (%1$s) on public.films to authenticated', private.film_columns('id', 'revision')
  );

  drop function if exists public.ranked_films, public.profile_films, public.compared_films;
  drop view if exists private.ranked_film, private.profile_film, private.compared_film;

  create view private.ranked_film as
  select film.*, 0 as match_rank, '{}'::text[] collate "und-x-icu" as countries, '{}'::text[] collate "und-x-icu" as directors from public.films film;

  -- Every film, and not only those that match: the filters of the request leave these, and only they are ranked. The films
  -- of sets are computed once and then found by their ids.
  create function public.ranked_films(phrase text default '', in_sets integer[] default null)
    returns setof private.ranked_film
    language sql stable
  begin atomic
    select
      film.*,
      private.match_rank(
        film.spine, film.search, phrase,
        (select private.search_words(phrase)), (select private.whole_words(phrase))
      ),
      private.countries_in(film.country),
      private.directors_in(film.director)
    from public.films film
    where in_sets is null
      or film.id = any (array(select member.film_id from public.set_films member where member.set_id = any ((select private.limited(in_sets))::integer[])));
  end;

  comment on function public.ranked_films is
    'Every film, or every film of some sets, with its countries and directors and how well it matches folded words: 0 by its spine, 1 by how its title begins, 2 by whole words, otherwise 3.';

  revoke execute on function public.ranked_films from public;
  grant execute on function public.ranked_films to anon, authenticated, service_role;

  create view private.profile_film as
  select
    film.*, false as owns_laserdisc, false as owns_dvd, false as owns_bluray, false as owns_bluray_4k,
    false as owned, false as watched, false as wishlisted, 0 as match_rank,
    '{}'::text[] collate "und-x-icu" as countries, '{}'::text[] collate "und-x-icu" as directors, false as upgrade,
    null::bigint as watched_id, null::bigint as wishlist_id
  from public.films film;

  -- A function and not a view, so that nobody can ask for the films of everybody. Without a phrase all films rank alike.
  -- A filter on `owned` shows the planner that a row of what is owned must exist, so that it begins with these rows, or
  -- that none may exist. `upgrade` is not coalesced for the same reason.
  create function public.profile_films(of_user uuid, phrase text default '', in_sets integer[] default null)
    returns setof private.profile_film
    language sql stable
  begin atomic
    select
      film.*,
      coalesce(own.owns_laserdisc, false),
      coalesce(own.owns_dvd, false),
      coalesce(own.owns_bluray, false),
      coalesce(own.owns_bluray_4k, false),
      own.film_id is not null,
      watched.film_id is not null,
      wish.film_id is not null,
      private.match_rank(
        film.spine, film.search, phrase,
        (select private.search_words(phrase)), (select private.whole_words(phrase))
      ),
      private.countries_in(film.country),
      private.directors_in(film.director),
      private.has_upgrade(
        film.dvd, film.bluray, film.bluray_4k,
        own.owns_laserdisc, own.owns_dvd, own.owns_bluray, own.owns_bluray_4k
      ),
      watched.id,
      wish.id
    from public.films film
    -- The row rules: who may see a part of the profile. A part that the reader may not see looks empty.
    left join sealed.holdings own
      on own.user_id = of_user and own.film_id = film.id
      and (select shown.collection from sealed.shown_parts shown where shown.user_id = of_user)
    left join sealed.watched watched
      on watched.user_id = of_user and watched.film_id = film.id
      and (select shown.watched from sealed.shown_parts shown where shown.user_id = of_user)
    left join sealed.wishlists wish
      on wish.user_id = of_user and wish.film_id = film.id
      and (select shown.wishlist from sealed.shown_parts shown where shown.user_id = of_user)
    where exists (select from public.profiles where profiles.id = of_user)
      and (
        in_sets is null
        or film.id = any (array(select member.film_id from public.set_films member where member.set_id = any ((select private.limited(in_sets))::integer[])))
      );
  end;

  comment on function public.profile_films is
    'Every film once, or every film of some sets, with what a person owns (also through a box set), could own in a better format, watched and wants, and how well it matches folded words; nothing of a part that the reader may not see, and no row for a person who is unknown or private.';

  revoke execute on function public.profile_films from public;
  grant execute on function public.profile_films to anon, authenticated, service_role;

  create view private.compared_film as
  select
    film.*, false as owns_laserdisc, false as owns_dvd, false as owns_bluray, false as owns_bluray_4k,
    false as other_owns_laserdisc, false as other_owns_dvd, false as other_owns_bluray, false as other_owns_bluray_4k,
    false as both_own, false as only_one_owns, false as only_other_owns,
    false as wished_by_one, false as wished_by_other, 0 as match_rank,
    '{}'::text[] collate "und-x-icu" as countries, '{}'::text[] collate "und-x-icu" as directors
  from public.films film;

  -- The planner sees which rows a list must have, as above.
  create function public.compared_films(
    of_user uuid, with_user uuid, phrase text default '', in_sets integer[] default null
  )
    returns setof private.compared_film
    language sql stable
  begin atomic
    select
      film.*,
      coalesce(one.owns_laserdisc, false),
      coalesce(one.owns_dvd, false),
      coalesce(one.owns_bluray, false),
      coalesce(one.owns_bluray_4k, false),
      coalesce(other.owns_laserdisc, false),
      coalesce(other.owns_dvd, false),
      coalesce(other.owns_bluray, false),
      coalesce(other.owns_bluray_4k, false),
      one.film_id is not null and other.film_id is not null,
      -- If one of them hides what they own, it is unknown what only the other one owns.
      one.film_id is not null and other.film_id is null
        and (select shown.collection from sealed.shown_parts shown where shown.user_id = with_user),
      other.film_id is not null and one.film_id is null
        and (select shown.collection from sealed.shown_parts shown where shown.user_id = of_user),
      one_wish.film_id is not null and other.film_id is not null,
      other_wish.film_id is not null and one.film_id is not null,
      private.match_rank(
        film.spine, film.search, phrase,
        (select private.search_words(phrase)), (select private.whole_words(phrase))
      ),
      private.countries_in(film.country),
      private.directors_in(film.director)
    from public.films film
    -- The row rules: who may see a part of each profile. A part that the reader may not see looks empty.
    left join sealed.holdings one
      on one.user_id = of_user and one.film_id = film.id
      and (select shown.collection from sealed.shown_parts shown where shown.user_id = of_user)
    left join sealed.holdings other
      on other.user_id = with_user and other.film_id = film.id
      and (select shown.collection from sealed.shown_parts shown where shown.user_id = with_user)
    left join sealed.wishlists one_wish
      on one_wish.user_id = of_user and one_wish.film_id = film.id
      and (select shown.wishlist from sealed.shown_parts shown where shown.user_id = of_user)
    left join sealed.wishlists other_wish
      on other_wish.user_id = with_user and other_wish.film_id = film.id
      and (select shown.wishlist from sealed.shown_parts shown where shown.user_id = with_user)
    where of_user <> with_user
      and exists (select from public.profiles where profiles.id = of_user)
      and exists (select from public.profiles where profiles.id = with_user)
      and (
        in_sets is null
        or film.id = any (array(select member.film_id from public.set_films member where member.set_id = any ((select private.limited(in_sets))::integer[])))
      );
  end;

  comment on function public.compared_films is
    'Every film once, or every film of some sets, with the formats that two people own (also through a box set), and whether both own it, only one of them, or one wishes for it and the other owns it; nothing of a part that the reader may not see, and no row unless both are people whose profile the reader may see.';

  revoke execute on function public.compared_films from public;
  grant execute on function public.compared_films to anon, authenticated, service_role;
end
$$;

-- Whether a film that is owned was released in a better format than the best one owned. It has no settings, so that the
-- planner inlines it.
create function private.has_upgrade(
  dvd boolean, bluray boolean, bluray_4k boolean,
  owns_laserdisc boolean, owns_dvd boolean, owns_bluray boolean, owns_bluray_4k boolean
) returns boolean
  language sql immutable parallel safe
return case
  when owns_bluray_4k then false
  when owns_bluray then bluray_4k
  when owns_dvd then bluray or bluray_4k
  when owns_laserdisc then dvd or bluray or bluray_4k
  else false
end;

call private.follow_film_columns();

revoke execute on function private.countries_in, private.directors_in, private.has_upgrade from public;
grant execute on function private.countries_in, private.directors_in, private.has_upgrade
  to anon, authenticated, service_role;
