-- Who sees the parts of a profile: what its person owns, has watched and wishes for. A part shows no more than the profile.

alter table public.profiles
  add column collection_visibility text collate "C" check (collection_visibility in ('public', 'unlisted', 'private')),
  add column watched_visibility text collate "C" check (watched_visibility in ('public', 'unlisted', 'private')),
  add column wishlist_visibility text collate "C" check (wishlist_visibility in ('public', 'unlisted', 'private'));

comment on column public.profiles.collection_visibility is
  'Who sees what the person owns: as visibility, and no more than that allows; null is the same as visibility.';
comment on column public.profiles.watched_visibility is
  'Who sees what the person has watched: as visibility, and no more than that allows; null is the same as visibility.';
comment on column public.profiles.wishlist_visibility is
  'Who sees what the person wishes for: as visibility, and no more than that allows; null is the same as visibility.';

grant update (collection_visibility, watched_visibility, wishlist_visibility) on public.profiles to authenticated;

-- Who sees a part: the choice that shows less. It has no settings, so that the planner inlines it.
create function private.narrower(visibility text, of_part text) returns text
  language sql immutable parallel safe
return case
  when 'private' in (visibility, of_part) then 'private'
  when 'unlisted' in (visibility, of_part) then 'unlisted'
  else visibility
end;

revoke execute on function private.narrower from public;
grant execute on function private.narrower to anon, authenticated, service_role;

-- The parts of each profile that its reader may see; no row for a profile that the reader may not see, because the row
-- rule of profiles applies. The row rules of the parts read the view, and so do functions that bypass these rules, for one
-- person and part in a separate sub-select, with which the planner still knows whose rows it will find. A role that bypasses
-- row rules sees every part.
create view sealed.shown_parts with (security_invoker = true) as
select
  id as user_id,
  collection_visibility is distinct from 'private' or sees_all as collection,
  watched_visibility is distinct from 'private' or sees_all as watched,
  wishlist_visibility is distinct from 'private' or sees_all as wishlist
from public.profiles,
  lateral (select id = (select auth.uid()) or not row_security_active('public.profiles') as sees_all) as reader;

grant select on sealed.shown_parts to anon, authenticated, service_role;

-- Whether the reader may see a part. The server asks it of each person whom a read names before it reads their rows.
create function private.shows(person uuid, part text) returns boolean
  language sql stable parallel safe
return (
  select case part when 'collection' then collection when 'watched' then watched when 'wishlist' then wishlist end
  from sealed.shown_parts
  where user_id = person
);

revoke execute on function private.shows from public;
grant execute on function private.shows to anon, authenticated, service_role;

-- A sub-select, because a function would be called for each row.
alter policy everyone_reads_ownership_unless_private on public.user_ownership using (
  user_id = (select auth.uid())
  or (select part.collection from sealed.shown_parts part where part.user_id = user_ownership.user_id)
);
alter policy everyone_reads_watched_unless_private on public.user_watched using (
  user_id = (select auth.uid())
  or (select part.watched from sealed.shown_parts part where part.user_id = user_watched.user_id)
);
alter policy everyone_reads_wishlists_unless_private on public.user_wishlist using (
  user_id = (select auth.uid())
  or (select part.wishlist from sealed.shown_parts part where part.user_id = user_wishlist.user_id)
);

drop function private.is_private;

-- Replaces the function of profile_counts.sql. The numbers of a part that the reader may not see are null, and the
-- result says who sees each part.
drop function public.profile_counts;

create function public.profile_counts(
  of_username text, words text[] default '{}', formats text[] default '{}', spines integer[] default '{}'
)
  returns table (
    user_id uuid, catalogue integer, catalogue_owned integer,
    films integer, owned integer, unowned integer, watched integer, wishlist integer, visibility text,
    collection_visibility text, watched_visibility text, wishlist_visibility text
  )
  language sql stable
  set search_path = ''
as $$
  with
  person as materialized (
    select
      id, visibility,
      coalesce(id = (select auth.uid()), false) or not row_security_active('public.profiles') as sees_all,
      private.narrower(visibility, collection_visibility) as collection_visibility,
      private.narrower(visibility, watched_visibility) as watched_visibility,
      private.narrower(visibility, wishlist_visibility) as wishlist_visibility
    from public.profiles
    where username = lower((select private.limited(of_username)))
  ),
  wanted as materialized (
    select
      array(
        select '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
        from unnest(private.limited(words)) as word where word is not null
      ) as patterns,
      coalesce(private.limited(formats), '{}') as formats,
      coalesce(private.limited(spines), '{}') as spines
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
    person.id,
    catalogue::int,
    case when sees_all or person.collection_visibility <> 'private' then catalogue_owned end::int,
    shown::int,
    case when sees_all or person.collection_visibility <> 'private' then owned end::int,
    case when sees_all or person.collection_visibility <> 'private' then shown - owned_in_any end::int,
    case when sees_all or person.watched_visibility <> 'private' then counts.watched end::int,
    case when sees_all or person.wishlist_visibility <> 'private' then counts.wishlist end::int,
    person.visibility, person.collection_visibility, person.watched_visibility, person.wishlist_visibility
  from person, wanted, counts, lateral (
    select case
      when patterns <> '{}' or formats <> '{}' or spines <> '{}' then counts.films else catalogue
    end as shown
  ) as shown
$$;

comment on function public.profile_counts is
  'How many films of the catalogue, and of those that match folded words, spines and formats, a person owns, in these formats, watched and wants; null of a part that the reader may not see; no row for a person who is unknown or private.';

revoke execute on function public.profile_counts from public;
grant execute on function public.profile_counts to anon, authenticated, service_role;
