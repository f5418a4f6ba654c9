-- What follows from the columns of films: who may write them, and the functions that answer whole films. A migration that
-- adds a column runs `call private.follow_film_columns()`; no list of the columns is written anywhere in SQL.

-- Reading past the row rules: a view of the owner of the tables is under no row rules. These views are for functions that
-- have asked one row rule first, once and not row by row. Nobody may use the schema, so only a function whose names were
-- looked up at its creation reads from here, and no statement of a caller does.
create schema sealed;
revoke all on schema sealed from public;

create view sealed.ownership as select * from public.user_ownership;
create view sealed.wishlists as select * from public.user_wishlist;
create view sealed.watched as select * from public.user_watched;
create view sealed.names as select id, username from public.profiles;

grant select on sealed.ownership, sealed.wishlists, sealed.watched to anon, authenticated, service_role;
grant select on sealed.names to authenticated, service_role;

-- The columns of films that a statement can set, as a list for one; without those named.
create function private.film_columns(variadic without name[] default '{}') returns text
  language sql stable
  set search_path = ''
return (
  select string_agg(quote_ident(attname), ', ' order by attnum)
  from pg_catalog.pg_attribute
  where attrelid = 'public.films'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    and attname <> all (without)
);

-- The functions are made here by plain statements, in which `film.*` stands for the columns at the time of the call. A
-- view gives each its row type, because columns that a function declares lose the collation and with it the order. The
-- planner inlines a function without settings, so that filters, order and limit reach the tables and their indexes; names
-- that are looked up at creation (`begin atomic`) need no search path.
create procedure private.follow_film_columns()
  language plpgsql
  set search_path = ''
as $$
begin
  execute format(
    'grant insert (%1$s), update (%1$s) on public.films to authenticated', private.film_columns('id', 'revision')
  );

  drop function if exists public.ranked_films, public.profile_films;
  drop view if exists private.ranked_film, private.profile_film;

  create view private.ranked_film as select film.*, 0 as match_rank from public.films film;

  -- Every film, and not only those that match: the filters of the request leave these, and only they are ranked.
  create function public.ranked_films(phrase text) returns setof private.ranked_film
    language sql stable
  begin atomic
    select
      film.*,
      private.match_rank(
        film.spine, film.search, phrase,
        (select private.search_words(phrase)), (select private.whole_words(phrase))
      )
    from public.films film;
  end;

  comment on function public.ranked_films is
    'Every film with how well it matches folded words: 0 by its spine, 1 by how its title begins, 2 by whole words, otherwise 3.';

  revoke execute on function public.ranked_films from public;
  grant execute on function public.ranked_films to anon, authenticated, service_role;

  create view private.profile_film as
  select
    film.*, false as owns_laserdisc, false as owns_dvd, false as owns_bluray, false as owns_bluray_4k,
    false as owned, false as watched, false as wishlisted, 0 as match_rank
  from public.films film;

  -- A function and not a view, so that nobody can ask for the films of everybody. Without a phrase all films rank alike.
  -- `owned` is not coalesced: where `owned = true` is asked for, the planner then sees that there must be a row of
  -- ownership, and begins with those rows.
  create function public.profile_films(of_user uuid, phrase text default '') returns setof private.profile_film
    language sql stable
  begin atomic
    select
      film.*,
      coalesce(own.owns_laserdisc, false),
      coalesce(own.owns_dvd, false),
      coalesce(own.owns_bluray, false),
      coalesce(own.owns_bluray_4k, false),
      own.owns_laserdisc is true or own.owns_dvd is true or own.owns_bluray is true or own.owns_bluray_4k is true,
      watched.film_id is not null,
      wish.film_id is not null,
      private.match_rank(
        film.spine, film.search, phrase,
        (select private.search_words(phrase)), (select private.whole_words(phrase))
      )
    from public.films film
    left join sealed.ownership own on own.user_id = of_user and own.film_id = film.id
    left join sealed.watched watched on watched.user_id = of_user and watched.film_id = film.id
    left join sealed.wishlists wish on wish.user_id = of_user and wish.film_id = film.id
    -- The one row rule: who may see the profile may see the lists.
    where exists (select from public.profiles where profiles.id = of_user);
  end;

  comment on function public.profile_films is
    'Every film once, with what a person owns, watched and wants, and how well it matches folded words; no row for a person who is unknown or private.';

  revoke execute on function public.profile_films from public;
  grant execute on function public.profile_films to anon, authenticated, service_role;
end
$$;

revoke execute on procedure private.follow_film_columns from public;
revoke execute on function private.film_columns from public;
grant execute on function private.film_columns to authenticated;

call private.follow_film_columns();
