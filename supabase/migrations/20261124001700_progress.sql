-- What the progress page of a person counts: the whole catalogue with what the person owns and watched, in one answer.

-- A list for each column instead of rows, because the rows of a response are limited. In plpgsql the statement about
-- copies runs for their owner only: a visitor's role has no right to that table.
create function public.profile_progress(of_username text)
  returns table (
    user_id uuid, visibility text,
    spines integer[], titles text[], directors text[], countries text[], years integer[],
    released integer[], owned integer[], watched integer[], wished integer,
    sets jsonb, acquired jsonb
  )
  language plpgsql stable
  set search_path = ''
as $$
declare
  person record;
begin
  select
    profiles.id,
    private.narrower(profiles.visibility, profiles.collection_visibility) as collection,
    private.narrower(profiles.visibility, profiles.watched_visibility) as watched,
    private.narrower(profiles.visibility, profiles.wishlist_visibility) as wishlist,
    coalesce(profiles.id = auth.uid(), false) or not row_security_active('public.profiles') as sees_all
  into person
  from public.profiles where profiles.username = lower(private.limited(of_username));
  -- The page is about what the person owns.
  if not found or person.collection = 'private' and not person.sees_all then
    return;
  end if;
  user_id := person.id;
  visibility := person.collection;

  select
    coalesce(array_agg(film.spine), '{}'), coalesce(array_agg(film.title), '{}'), coalesce(array_agg(film.director), '{}'),
    coalesce(array_agg(film.country), '{}'), coalesce(array_agg(film.year), '{}'),
    coalesce(array_agg(
      film.laserdisc::integer + 2 * film.dvd::integer + 4 * film.bluray::integer + 8 * film.bluray_4k::integer
    ), '{}'),
    coalesce(array_agg(
      film.owns_laserdisc::integer + 2 * film.owns_dvd::integer + 4 * film.owns_bluray::integer
      + 8 * film.owns_bluray_4k::integer
    ), '{}'),
    coalesce(array_agg(film.spine) filter (where film.watched), '{}'),
    count(*) filter (where film.wishlisted)
  into spines, titles, directors, countries, years, released, owned, watched, wished
  from (
    select
      film.spine, film.title, film.director, film.country, film.year,
      film.laserdisc, film.dvd, film.bluray, film.bluray_4k,
      film.owns_laserdisc, film.owns_dvd, film.owns_bluray, film.owns_bluray_4k, film.watched, film.wishlisted
    from public.profile_films(person.id) film
    order by film.spine
  ) as film;
  -- A page that search engines may list shows nothing of a part that they may not list.
  if not person.sees_all and person.watched <> 'public' and person.watched <> person.collection then
    watched := null;
  end if;
  if not person.sees_all and person.wishlist <> 'public' and person.wishlist <> person.collection then
    wished := null;
  end if;

  select coalesce(jsonb_agg(
    jsonb_build_object('id', box.id, 'title', box.title, 'spines', box.spines) order by box.title, box.id
  ), '[]')
  into sets
  from (
    select
      sets.id, sets.title,
      coalesce(array_agg(film.spine order by member.position) filter (where film.spine is not null), '{}') as spines
    from public.sets
    left join public.set_films member on member.set_id = sets.id
    left join public.films film on film.id = member.film_id
    group by sets.id
  ) as box;

  if person.id = auth.uid() then
    select coalesce(jsonb_object_agg(
      bought.month, jsonb_build_object('spines', to_jsonb(bought.spines), 'sets', to_jsonb(bought.sets))
    ), '{}')
    into acquired
    from (
      select
        coalesce(left(copy.acquired_on, 7), '') as month,
        coalesce(array_agg(film.spine order by film.spine) filter (where film.spine is not null), '{}') as spines,
        coalesce(array_agg(copy.set_id order by copy.set_id) filter (where copy.set_id is not null), '{}') as sets
      from public.user_copies copy
      left join public.films film on film.id = copy.film_id
      where copy.user_id = person.id
      group by 1
    ) as bought;
  end if;
  return next;
end
$$;

comment on function public.profile_progress is
  'The catalogue by spine with what a person owns (also through box sets) and watched: a list for each column of films. Released and owned are sums of 1 for laserdisc, 2 for dvd, 4 for bluray and 8 for bluray_4k; watched has spines, wished is a number, each null if the reader may not see that part, sets are {id, title, spines}. Acquired has the spines and the ids of sets of the copies acquired in each month or year, under an empty name those without a date; null for all but their owner. visibility is that of what the person owns. No row for a person who is unknown or does not show what they own.';

revoke execute on function public.profile_progress from public;
grant execute on function public.profile_progress to anon, authenticated, service_role;
