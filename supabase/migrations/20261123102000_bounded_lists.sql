-- What a person owns, wants and has watched is read from that person's own rows, however large the catalogue.

-- As before, but `owned` no longer hides behind coalesce: where `owned = true` is asked for, the planner sees that there
-- must be a row of ownership, and begins with those.
create or replace function public.profile_films(of_user uuid) returns setof public.profile_film
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
    own.owns_laserdisc is true or own.owns_dvd is true or own.owns_bluray is true or own.owns_bluray_4k is true,
    watched.film_id is not null,
    wish.film_id is not null
  from public.films film
  left join sealed.ownership own on own.user_id = of_user and own.film_id = film.id
  left join sealed.watched watched on watched.user_id = of_user and watched.film_id = film.id
  left join sealed.wishlists wish on wish.user_id = of_user and wish.film_id = film.id
  where exists (select from public.profiles where profiles.id = of_user);
end;

-- As before, but each list is counted from the person's own rows, and the catalogue film by film only for a search or
-- formats.
create or replace function public.profile_counts(
  of_username text, words text[] default '{}', formats text[] default '{}'
)
  returns table (
    user_id uuid, catalogue integer, catalogue_owned integer,
    films integer, owned integer, unowned integer, watched integer, wishlist integer, visibility text
  )
  language sql stable
  set search_path = ''
as $$
  with
  person as materialized (select id, visibility from public.profiles where username = lower(of_username)),
  -- No more than the search takes, whatever the shape of the lists: each is looked for in every film.
  wanted as materialized (
    select
      array(
        select '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
        from (select unnest(words) as word limit 20) as given where word is not null
      ) as patterns,
      array(select unnest(formats) limit 4) as formats
  ),
  film as (
    select 'all' as list, film.laserdisc, film.dvd, film.bluray, film.bluray_4k, film.search
    from person, wanted, public.films film where wanted.patterns <> '{}' or wanted.formats <> '{}'
    union all
    select 'owned', film.laserdisc, film.dvd, film.bluray, film.bluray_4k, film.search
    from person, public.profile_films(person.id) film where film.owned
    union all
    select 'watched', film.laserdisc, film.dvd, film.bluray, film.bluray_4k, film.search
    from person, public.profile_films(person.id) film where film.watched
    union all
    select 'wishlist', film.laserdisc, film.dvd, film.bluray, film.bluray_4k, film.search
    from person, public.profile_films(person.id) film where film.wishlisted
  ),
  counts as (
    select
      (select count(*) from public.films) as catalogue,
      count(*) filter (where list = 'owned') as catalogue_owned,
      count(*) filter (where list = 'all' and matches) as films,
      count(*) filter (where list = 'owned' and matches) as owned,
      count(*) filter (where list = 'watched' and matches) as watched,
      count(*) filter (where list = 'wishlist' and matches) as wishlist
    from (
      select
        list,
        (laserdisc or ('laserdisc' = any (wanted.formats)) is not true)
        and (dvd or ('dvd' = any (wanted.formats)) is not true)
        and (bluray or ('bluray' = any (wanted.formats)) is not true)
        and (bluray_4k or ('bluray_4k' = any (wanted.formats)) is not true)
        and search like all (wanted.patterns) as matches
      from wanted, film
    ) as film
  )
  select
    person.id, catalogue::int, catalogue_owned::int, shown::int, owned::int, (shown - owned)::int,
    watched::int, wishlist::int, visibility
  from person, wanted, counts, lateral (
    select case when patterns <> '{}' or formats <> '{}' then counts.films else catalogue end as shown
  ) as shown
$$;
