-- The five figures of a profile, which agree with its lists. A filter for formats means the formats a person owns for
-- the films they own, and the formats there are for all other films. Each list is counted from the person's own rows, and
-- the catalogue is read film by film only for a search or for formats.

create function public.profile_counts(
  of_username text, words text[] default '{}', formats text[] default '{}', spines integer[] default '{}'
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
  -- Bounded as a search is, because each word is looked for in every film.
  wanted as materialized (
    select
      array(
        select '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
        from (select unnest(words) as word limit 20) as given where word is not null
      ) as patterns,
      array(select unnest(formats) limit 4) as formats,
      array(select unnest(spines) limit 20) as spines
  ),
  film as (
    select
      'all' as list, film.spine, film.search, film.laserdisc, film.dvd, film.bluray, film.bluray_4k,
      false as owns_laserdisc, false as owns_dvd, false as owns_bluray, false as owns_bluray_4k
    from person, wanted, public.films film
    where wanted.patterns <> '{}' or wanted.formats <> '{}' or wanted.spines <> '{}'
    union all
    select
      list, film.spine, film.search, film.laserdisc, film.dvd, film.bluray, film.bluray_4k,
      film.owns_laserdisc, film.owns_dvd, film.owns_bluray, film.owns_bluray_4k
    from person, lateral (
      select 'owned' as list, film.* from public.profile_films(person.id) film where film.owned
      union all
      select 'watched', film.* from public.profile_films(person.id) film where film.watched
      union all
      select 'wishlist', film.* from public.profile_films(person.id) film where film.wishlisted
    ) as film
  ),
  counts as (
    select
      (select count(*) from public.films) as catalogue,
      count(*) filter (where list = 'owned') as catalogue_owned,
      count(*) filter (where list = 'all' and matches and released) as films,
      count(*) filter (where list = 'owned' and matches and in_hand) as owned,
      count(*) filter (where list = 'owned' and matches and released) as owned_in_any,
      count(*) filter (where list = 'watched' and matches and released) as watched,
      count(*) filter (where list = 'wishlist' and matches and released) as wishlist
    from (
      select
        list,
        (spine = any (wanted.spines) or wanted.spines = '{}') and search like all (wanted.patterns) as matches,
        (laserdisc or ('laserdisc' = any (wanted.formats)) is not true)
        and (dvd or ('dvd' = any (wanted.formats)) is not true)
        and (bluray or ('bluray' = any (wanted.formats)) is not true)
        and (bluray_4k or ('bluray_4k' = any (wanted.formats)) is not true) as released,
        (owns_laserdisc or ('laserdisc' = any (wanted.formats)) is not true)
        and (owns_dvd or ('dvd' = any (wanted.formats)) is not true)
        and (owns_bluray or ('bluray' = any (wanted.formats)) is not true)
        and (owns_bluray_4k or ('bluray_4k' = any (wanted.formats)) is not true) as in_hand
      from wanted, film
    ) as film
  )
  select
    person.id, catalogue::int, catalogue_owned::int, shown::int, owned::int, (shown - owned_in_any)::int,
    watched::int, wishlist::int, visibility
  from person, wanted, counts, lateral (
    select case
      when patterns <> '{}' or formats <> '{}' or spines <> '{}' then counts.films else catalogue
    end as shown
  ) as shown
$$;

comment on function public.profile_counts is
  'How many films of the catalogue, and of those that match folded words, spines and formats, a person owns, in these formats, watched and wants; no row for a person who is unknown or private.';

revoke execute on function public.profile_counts from public;
grant execute on function public.profile_counts to anon, authenticated, service_role;
