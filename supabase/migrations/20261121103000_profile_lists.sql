-- What a profile page shows: the whole catalogue as one person has marked it, and how many films each list has.

-- A film to a person. A type, because columns that a function declares lose the collation and with it the order.
create type public.profile_film as (
  id integer,
  spine integer,
  title text collate "und-x-icu",
  director text collate "und-x-icu",
  country text collate "und-x-icu",
  year integer,
  laserdisc boolean,
  dvd boolean,
  bluray boolean,
  bluray_4k boolean,
  laserdisc_oop boolean,
  dvd_oop boolean,
  bluray_oop boolean,
  bluray_4k_oop boolean,
  product_url text,
  box_art_url text,
  imdb_link text,
  letterboxd_link text,
  wikipedia_link text,
  bluray_com_link text,
  amazon_link text,
  ebay_link text,
  search text,
  owns_laserdisc boolean,
  owns_dvd boolean,
  owns_bluray boolean,
  owns_bluray_4k boolean,
  owned boolean,
  watched boolean,
  wishlisted boolean
);

-- A function, not a view: nobody can ask for the films of everybody. The planner puts its body in the call's place,
-- so that filters, order and limit reach the tables and their indexes, but only if the function has no settings; names
-- that are looked up at creation need no search path.
create function public.profile_films(of_user uuid) returns setof public.profile_film
  language sql stable
begin atomic
  select
    film.id, film.spine, film.title, film.director, film.country, film.year,
    film.laserdisc, film.dvd, film.bluray, film.bluray_4k,
    film.laserdisc_oop, film.dvd_oop, film.bluray_oop, film.bluray_4k_oop,
    film.product_url, film.box_art_url, film.imdb_link, film.letterboxd_link, film.wikipedia_link,
    film.bluray_com_link, film.amazon_link, film.ebay_link, film.search,
    coalesce(own.owns_laserdisc, false),
    coalesce(own.owns_dvd, false),
    coalesce(own.owns_bluray, false),
    coalesce(own.owns_bluray_4k, false),
    coalesce(own.owns_laserdisc or own.owns_dvd or own.owns_bluray or own.owns_bluray_4k, false),
    watched.film_id is not null,
    wish.film_id is not null
  from public.films film
  left join public.user_ownership own on own.user_id = of_user and own.film_id = film.id
  left join public.user_watched watched on watched.user_id = of_user and watched.film_id = film.id
  left join public.user_wishlist wish on wish.user_id = of_user and wish.film_id = film.id
  where exists (select from public.profiles where profiles.id = of_user);
end;

comment on function public.profile_films is
  'Every film once, with what a person owns, watched and wants; no row for an unknown person.';

revoke execute on function public.profile_films from public;
grant execute on function public.profile_films to anon, authenticated, service_role;

create function public.profile_counts(of_username text, words text[] default '{}', formats text[] default '{}')
  returns table (
    user_id uuid, catalogue integer, catalogue_owned integer,
    films integer, owned integer, unowned integer, watched integer, wishlist integer
  )
  language sql stable
  set search_path = ''
as $$
  with
  person as materialized (select id from public.profiles where username = lower(of_username)),
  -- No more than the search takes, whatever the shape of the lists: each is looked for in every film.
  wanted as materialized (
    select
      array(select unnest(words) limit 20) as words,
      array(select unnest(formats) limit 4) as formats
  ),
  film as (
    select listed.*,
      (laserdisc or ('laserdisc' = any (wanted.formats)) is not true)
      and (dvd or ('dvd' = any (wanted.formats)) is not true)
      and (bluray or ('bluray' = any (wanted.formats)) is not true)
      and (bluray_4k or ('bluray_4k' = any (wanted.formats)) is not true)
      and not exists (select from unnest(wanted.words) as word where strpos(search, word) = 0) as matches
    from wanted, person, public.profile_films(person.id) as listed
  )
  select
    person.id,
    count(film.id)::int,
    count(*) filter (where film.owned)::int,
    count(*) filter (where film.matches)::int,
    count(*) filter (where film.matches and film.owned)::int,
    count(*) filter (where film.matches and not film.owned)::int,
    count(*) filter (where film.matches and film.watched)::int,
    count(*) filter (where film.matches and film.wishlisted)::int
  from person left join film on true
  group by person.id
$$;

comment on function public.profile_counts is
  'How many films of the catalogue, and of those that match folded words and formats, a person owns, watched and wants; no row for an unknown person.';

revoke execute on function public.profile_counts from public;
grant execute on function public.profile_counts to anon, authenticated, service_role;
