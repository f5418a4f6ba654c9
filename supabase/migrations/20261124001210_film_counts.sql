-- How many films each option of the filters leaves.

-- Reads filters from JSON. Values of another type and numbers out of range are left out.

create function private.texts_in(filters jsonb, path jsonpath) returns text[]
  language sql immutable parallel safe
  set search_path = ''
return array(
  select value #>> '{}' from jsonb_path_query(private.limited(filters), path, '{}', true) as value
  where jsonb_typeof(value) = 'string'
);

create function private.integers_in(filters jsonb, path jsonpath) returns integer[]
  language sql immutable parallel safe
  set search_path = ''
return array(
  select value::numeric::integer
  from (
    select value from jsonb_path_query(private.limited(filters), path, '{}', true) as value where jsonb_typeof(value) = 'number' offset 0
  ) as number
  where value::numeric between -2147483647 and 2147483646
);

-- Patterns for `like` that find these words.
create function private.patterns_in(filters jsonb) returns text[]
  language sql immutable parallel safe
  set search_path = ''
return array(
  select '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
  from unnest(private.texts_in(filters, '$.words[*]')) as word
);

-- The minutes of `"times": [{"from": 0, "to": 89}, {"from": 180}]`; null without any.
create function private.times_in(filters jsonb) returns int4multirange
  language sql immutable parallel safe
  set search_path = ''
return (
  select range_agg(int4range(starts, ends, '[]'))
  from (
    select
      (private.integers_in(value, '$.from'))[1] as starts, (private.integers_in(value, '$.to'))[1] as ends
    from jsonb_path_query(private.limited(filters), '$.times[*]', '{}', true) as value
  ) as given
  where starts <= coalesce(ends, starts)
);

-- The films that two people own or wish for, with the lists of their comparison that have them.
create function private.compared_marks(of_user uuid, with_user uuid)
  returns table (
    film_id integer, both_own boolean, only_one_owns boolean, only_other_owns boolean,
    wished_by_one boolean, wished_by_other boolean
  )
  language sql stable
begin atomic
  select
    film_id,
    one_owns and other_owns,
    one_owns and not other_owns
      and (select shown.collection from sealed.shown_parts shown where shown.user_id = with_user),
    other_owns and not one_owns
      and (select shown.collection from sealed.shown_parts shown where shown.user_id = of_user),
    one_wishes and other_owns,
    other_wishes and one_owns
  from (
    select
      film_id, bool_or(one_owns) as one_owns, bool_or(other_owns) as other_owns,
      bool_or(one_wishes) as one_wishes, bool_or(other_wishes) as other_wishes
    from (
      select film_id, true as one_owns, false as other_owns, false as one_wishes, false as other_wishes
      from sealed.holdings
      where user_id = of_user
        -- The row rules: who may see a part of each profile. A part that the reader may not see looks empty.
        and (select shown.collection from sealed.shown_parts shown where shown.user_id = of_user)
      union all
      select film_id, false, true, false, false
      from sealed.holdings
      where user_id = with_user
        and (select shown.collection from sealed.shown_parts shown where shown.user_id = with_user)
      union all
      select film_id, false, false, true, false
      from sealed.wishlists
      where user_id = of_user
        and (select shown.wishlist from sealed.shown_parts shown where shown.user_id = of_user)
      union all
      select film_id, false, false, false, true
      from sealed.wishlists
      where user_id = with_user
        and (select shown.wishlist from sealed.shown_parts shown where shown.user_id = with_user)
    ) as marks
    group by film_id
  ) as mark
  where of_user <> with_user and film_id <> all (array(select film_id from sealed.deleted_films));
end;

-- Makes the functions that count, whose columns are the same sums over other rows. `weight` says how often a film
-- counts.
do $make$
declare
  -- Every film that matches the words and spines of the filters, with its values and, for each filter, whether it
  -- passes it: an option of a filter counts the films that pass the other filters. The text is repeated in each
  -- function, because the server caches only responses of functions that call nothing but immutable functions.
  facets constant text := $$
    select
      film.id as film_id,
      -- Released, and if only films in print are wanted, in print.
      film.laserdisc and not (wanted.in_print and film.laserdisc_oop) as laserdisc,
      film.dvd and not (wanted.in_print and film.dvd_oop) as dvd,
      film.bluray and not (wanted.in_print and film.bluray_oop) as bluray,
      film.bluray_4k and not (wanted.in_print and film.bluray_4k_oop) as bluray_4k,
      wanted.laserdisc and film.laserdisc and not film.laserdisc_oop
      or wanted.dvd and film.dvd and not film.dvd_oop
      or wanted.bluray and film.bluray and not film.bluray_oop
      or wanted.bluray_4k and film.bluray_4k and not film.bluray_4k_oop as in_print,
      film.year,
      film.country,
      film.director,
      film.running_time,
      wanted.formats,
      (film.laserdisc or 'laserdisc' <> all (wanted.formats))
      and (film.dvd or 'dvd' <> all (wanted.formats))
      and (film.bluray or 'bluray' <> all (wanted.formats))
      and (film.bluray_4k or 'bluray_4k' <> all (wanted.formats)) as released,
      not wanted.in_print and wanted.available = '{}'
      or wanted.laserdisc and film.laserdisc and not (wanted.in_print and film.laserdisc_oop)
      or wanted.dvd and film.dvd and not (wanted.in_print and film.dvd_oop)
      or wanted.bluray and film.bluray and not (wanted.in_print and film.bluray_oop)
      or wanted.bluray_4k and film.bluray_4k and not (wanted.in_print and film.bluray_4k_oop) as in_formats,
      (wanted.since is null or coalesce(film.year >= wanted.since, false))
      and (wanted.until is null or coalesce(film.year <= wanted.until, false)) as in_years,
      wanted.countries = '{}' or coalesce(private.countries_in(film.country) && wanted.countries, false) as in_countries,
      wanted.directors = '{}' or private.directors_in(film.director) && wanted.directors as in_directors,
      wanted.times is null or coalesce(film.running_time <@ wanted.times, false) as in_times,
      wanted.sets = '{}'
      -- Leaves out the null ids of films without a spine, with which the comparison would be null instead of false.
      or film.id = any (array(
        select member.film_id from public.set_films member
        where member.set_id = any (wanted.sets) and member.film_id is not null
      )) as in_sets
    from
      public.films film,
      (
        select
          patterns, spines, formats, available, in_print, since, until, countries, directors, times, sets,
          available = '{}' or 'laserdisc' = any (available) as laserdisc,
          available = '{}' or 'dvd' = any (available) as dvd,
          available = '{}' or 'bluray' = any (available) as bluray,
          available = '{}' or 'bluray_4k' = any (available) as bluray_4k
        from (
          select
            private.patterns_in(filters) as patterns,
            private.integers_in(filters, '$.spines[*]') as spines,
            private.texts_in(filters, '$.formats[*]') as formats,
            private.texts_in(filters, '$.available[*]') as available,
            coalesce(filters -> 'inPrint' = 'true', false) as in_print,
            (private.integers_in(filters, '$.from'))[1] as since,
            (private.integers_in(filters, '$.to'))[1] as until,
            private.texts_in(filters, '$.countries[*]') as countries,
            private.texts_in(filters, '$.directors[*]') as directors,
            private.times_in(filters) as times,
            private.integers_in(filters, '$.sets[*]') as sets
          offset 0
        ) as given
        offset 0
      ) as wanted
    where film.search like all (wanted.patterns)
      and (wanted.spines = '{}' or film.spine = any (wanted.spines))
  $$;
  sums constant text := $$
    coalesce(sum(weight) filter (where misses = 0), 0)::integer as films,
    array[
      coalesce(sum(weight) filter (where misses = (not in_formats)::integer and laserdisc), 0),
      coalesce(sum(weight) filter (where misses = (not in_formats)::integer and dvd), 0),
      coalesce(sum(weight) filter (where misses = (not in_formats)::integer and bluray), 0),
      coalesce(sum(weight) filter (where misses = (not in_formats)::integer and bluray_4k), 0)
    ]::integer[] as available,
    coalesce(sum(weight) filter (where misses = (not in_formats)::integer and in_print), 0)::integer as in_print
  $$;
  options constant text := $$
    (
      select coalesce(array_agg(decade), '{}') as decades, coalesce(array_agg(films), '{}') as films_by_decade
      from (
        select year / 10 * 10 as decade, sum(weight)::integer as films from film
        where misses = (not in_years)::integer and year is not null group by 1
      ) as counted
    ) as decade,
    (
      select coalesce(array_agg(name), '{}') as countries, coalesce(array_agg(films), '{}') as films_by_country
      from (
        select name, sum(films)::integer as films
        from (
          select country, sum(weight) as films from film where misses = (not in_countries)::integer group by country
        ) as spelled, unnest(private.countries_in(country)) as name
        group by name
      ) as counted
    ) as country,
    (
      select coalesce(array_agg(name), '{}') as directors, coalesce(array_agg(films), '{}') as films_by_director
      from (
        select name, sum(films)::integer as films
        from (
          select director, sum(weight) as films from film where misses = (not in_directors)::integer group by director
        ) as spelled, unnest(private.directors_in(director)) as name
        group by name
      ) as counted
    ) as director,
    (
      select coalesce(array_agg(half_hour), '{}') as half_hours, coalesce(array_agg(films), '{}') as films_by_half_hour
      from (
        select running_time / 30 * 30 as half_hour, sum(weight)::integer as films from film
        where misses = (not in_times)::integer and running_time is not null group by 1
      ) as counted
    ) as half_hour,
    (
      select coalesce(array_agg(set_id), '{}') as sets, coalesce(array_agg(films), '{}') as films_by_set
      from (
        select member.set_id, sum(weight)::integer as films from film join public.set_films member using (film_id)
        where misses = (not in_sets)::integer group by member.set_id
      ) as counted
    ) as box_set
  $$;
  columns constant text := $$
    films integer, available integer[], in_print integer, decades integer[], films_by_decade integer[],
    countries text[], films_by_country integer[], directors text[], films_by_director integer[],
    half_hours integer[], films_by_half_hour integer[], sets integer[], films_by_set integer[]
  $$;
  misses constant text := $$
    (not in_formats)::integer + (not in_years)::integer + (not in_countries)::integer + (not in_directors)::integer
    + (not in_times)::integer + (not in_sets)::integer as misses
  $$;
begin
  execute format($$
    create function public.film_counts(filters jsonb default '{}') returns table (%s)
      language sql stable
    begin atomic
      with film as materialized (
        select facets.*, %s, 1 as weight from (%s) as facets where released
      )
      select total.*, decade.*, country.*, director.*, half_hour.*, box_set.* from (select %s from film) as total, %s;
    end
  $$, columns, misses, facets, sums, options);

  -- Reads only the rows of the person. If films without any mark count, too, the figures are what the marks change in
  -- those of film_counts, and the browser adds the two.
  execute format($$
    create function public.profile_film_counts(of_user uuid, filters jsonb default '{}')
      returns table (unmarked boolean, complement boolean, %s, mine integer[], owned integer[], lists integer[])
      language sql stable
    begin atomic
      with
      wanted as materialized (
        select
          mine, formats, list, unmarked,
          unmarked and list in ('all', 'unowned') as complement
        from (
          select
            mine, formats, list,
            formats = '{}' and mine <@ '{unowned,unwatched}'::text[] as unmarked
          from (
            select
              private.texts_in(filters, '$.mine[*]') as mine,
              private.texts_in(filters, '$.owned[*]') as formats,
              coalesce((private.texts_in(filters, '$.list'))[1], 'all') as list
          ) as given
        ) as given
      ),
      mark as materialized (
        select
          film_id,
          bool_or(owns_laserdisc) as owns_laserdisc, bool_or(owns_dvd) as owns_dvd,
          bool_or(owns_bluray) as owns_bluray, bool_or(owns_bluray_4k) as owns_bluray_4k,
          bool_or(watched) as watched, bool_or(wished) as wished
        from (
          select
            film_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k, false as watched, false as wished
          from sealed.ownership
          where user_id = of_user
            -- The row rules: who may see a part of the profile. A part that the reader may not see looks empty.
            and (select shown.collection from sealed.shown_parts shown where shown.user_id = of_user)
          union all
          select film_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k, false, false
          from sealed.films_in_sets
          where user_id = of_user
            and (select shown.collection from sealed.shown_parts shown where shown.user_id = of_user)
          union all
          select film_id, false, false, false, false, true, false
          from sealed.watched
          where user_id = of_user
            and (select shown.watched from sealed.shown_parts shown where shown.user_id = of_user)
          union all
          select film_id, false, false, false, false, false, true
          from sealed.wishlists
          where user_id = of_user
            and (select shown.wishlist from sealed.shown_parts shown where shown.user_id = of_user)
        ) as marks
        group by film_id
      ),
      marked as (
        select
          facets.*, %s,
          mark.owns_laserdisc, mark.owns_dvd, mark.owns_bluray, mark.owns_bluray_4k, mark.watched, mark.wished,
          mark.owns_laserdisc or mark.owns_dvd or mark.owns_bluray or mark.owns_bluray_4k as is_owned,
          private.has_upgrade(
            film.dvd, film.bluray, film.bluray_4k,
            mark.owns_laserdisc, mark.owns_dvd, mark.owns_bluray, mark.owns_bluray_4k
          ) as upgrade,
          -- The formats of the search mean those owned in the list of the films owned.
          (mark.owns_laserdisc or 'laserdisc' <> all (facets.formats))
            and (mark.owns_dvd or 'dvd' <> all (facets.formats))
            and (mark.owns_bluray or 'bluray' <> all (facets.formats))
            and (mark.owns_bluray_4k or 'bluray_4k' <> all (facets.formats)) as in_hand
        from mark join (%s) as facets using (film_id) join public.films film on film.id = film_id
      ),
      judged as (
        select
          marked.*,
          case when list = 'owned' then in_hand else released end as is_listed_in,
          (is_owned or 'owned' <> all (mine)) and (not is_owned or 'unowned' <> all (mine))
            and (not watched or 'unwatched' <> all (mine)) and (wished or 'wished' <> all (mine))
            and (upgrade or 'upgrade' <> all (mine)) as is_mine,
          wanted.formats = '{}'
            or owns_laserdisc and 'laserdisc' = any (wanted.formats)
            or owns_dvd and 'dvd' = any (wanted.formats)
            or owns_bluray and 'bluray' = any (wanted.formats)
            or owns_bluray_4k and 'bluray_4k' = any (wanted.formats) as in_owned,
          case list
            when 'owned' then is_owned when 'unowned' then not is_owned when 'watched' then watched
            when 'wishlist' then wished else true
          end as in_list,
          wanted.unmarked, wanted.complement
        from marked, wanted
      ),
      film as materialized (
        select
          judged.*,
          is_mine and in_list and is_listed_in as counts,
          (is_mine and in_owned and in_list and is_listed_in)::integer - (complement and released)::integer as weight
        from judged
      )
      select
        wanted.unmarked, wanted.complement, total.*, decade.*, country.*, director.*, half_hour.*, box_set.*, marks.*
      from
        wanted,
        (select %s from film) as total,
        %s,
        (
          select
            array[
              count(*) filter (where misses = 0 and in_owned and counts and is_owned),
              count(*) filter (where misses = 0 and in_owned and counts and not is_owned)
                - count(*) filter (where misses = 0 and complement and released),
              count(*) filter (where misses = 0 and in_owned and counts and not watched)
                - count(*) filter (where misses = 0 and complement and released),
              count(*) filter (where misses = 0 and in_owned and counts and wished),
              count(*) filter (where misses = 0 and in_owned and counts and upgrade)
            ]::integer[],
            array[
              count(*) filter (where misses = 0 and counts and owns_laserdisc),
              count(*) filter (where misses = 0 and counts and owns_dvd),
              count(*) filter (where misses = 0 and counts and owns_bluray),
              count(*) filter (where misses = 0 and counts and owns_bluray_4k)
            ]::integer[],
            array[
              count(*) filter (where misses = 0 and in_owned and is_mine and released)
                - count(*) filter (where misses = 0 and unmarked and released),
              count(*) filter (where misses = 0 and in_owned and is_mine and in_hand and is_owned),
              count(*) filter (where misses = 0 and in_owned and is_mine and released and not is_owned)
                - count(*) filter (where misses = 0 and unmarked and released),
              count(*) filter (where misses = 0 and in_owned and is_mine and released and watched),
              count(*) filter (where misses = 0 and in_owned and is_mine and released and wished)
            ]::integer[]
          from film
        ) as marks
      where exists (select from public.profiles where profiles.id = of_user);
    end
  $$, columns, misses, facets, sums, options);

  -- As profile_film_counts, but every list of a comparison has only films that somebody marked.
  execute format($$
    create function public.compared_film_counts(of_user uuid, with_user uuid, filters jsonb default '{}')
      returns table (%s, lists integer[])
      language sql stable
    begin atomic
      with
      mark as materialized (select * from private.compared_marks(of_user, with_user)),
      film as materialized (
        select
          facets.*, %s,
          mark.both_own, mark.only_one_owns, mark.only_other_owns, mark.wished_by_one, mark.wished_by_other,
          case wanted.list
            when 'only_one_owns' then mark.only_one_owns
            when 'only_other_owns' then mark.only_other_owns
            when 'wished_by_one' then mark.wished_by_one
            when 'wished_by_other' then mark.wished_by_other
            else mark.both_own
          end::integer as weight
        from
          mark join (%s) as facets using (film_id),
          (select (private.texts_in(filters, '$.list'))[1] as list) as wanted
        where facets.released
      )
      select total.*, decade.*, country.*, director.*, half_hour.*, box_set.*, marks.*
      from
        (select %s from film) as total,
        %s,
        (
          select array[
            count(*) filter (where misses = 0 and both_own),
            count(*) filter (where misses = 0 and only_one_owns),
            count(*) filter (where misses = 0 and only_other_owns),
            count(*) filter (where misses = 0 and wished_by_one),
            count(*) filter (where misses = 0 and wished_by_other)
          ]::integer[]
          from film
        ) as marks
      where exists (select from public.profiles where profiles.id = of_user)
        and exists (select from public.profiles where profiles.id = with_user);
    end
  $$, columns, misses, facets, sums, options);
end
$make$;

comment on function public.film_counts is
  'How many films pass filters (films), and for each option how many pass it and all other filters: available in the order laserdisc, dvd, bluray, bluray_4k; decades by their first year; half hours by their first minute; sets by id. Filters are JSON: words, spines, formats, available, inPrint, from, to, countries, directors, times ({from, to} in minutes), sets (ids).';
comment on function public.compared_film_counts is
  'As film_counts, of the films that two people own or wish for: a further filter is list (both_own, only_one_owns, only_other_owns, wished_by_one, wished_by_other; by default both_own), and lists has the number of films of each, in this order. Parts that the reader may not see look empty. No row unless both are people whose profile the reader may see.';
comment on function public.profile_film_counts is
  'As film_counts, of one person''s films: further filters are mine, owned (formats) and list; further options mine (owned, unowned, unwatched, wished, upgrade), owned (formats) and lists (all, owned, unowned, watched, wishlist). If complement is true, the figures are what the marks change in those of film_counts, to which they are to be added, and so are those of unowned and unwatched; if unmarked is true, so are those of the lists all and unowned. Parts that the reader may not see look empty. No row for a person who is unknown or private.';

revoke execute on function public.film_counts, public.profile_film_counts, public.compared_film_counts from public;
grant execute on function public.film_counts, public.profile_film_counts, public.compared_film_counts
  to anon, authenticated, service_role;
revoke execute on function private.texts_in, private.integers_in, private.patterns_in, private.times_in,
  private.compared_marks from public;
grant execute on function private.texts_in, private.integers_in, private.patterns_in, private.times_in,
  private.compared_marks to anon, authenticated, service_role;
