-- Who sees a person's page and lists: everybody (public), everybody but search engines (unlisted), or nobody else
-- (private). A private person is to others what an unknown one is.

alter table public.profiles add column visibility text collate "C" not null default 'public'
  check (visibility in ('public', 'unlisted', 'private'));

comment on column public.profiles.visibility is
  'Who sees the page and the lists: public, unlisted (search engines are kept away) or private (only the owner sees them).';

grant update (visibility) on public.profiles to authenticated;

drop policy everyone_reads_profiles on public.profiles;
create policy everyone_reads_profiles_unless_private on public.profiles for select to anon, authenticated
  using (visibility <> 'private' or id = (select auth.uid()));
alter policy owner_changes_own_username on public.profiles rename to owner_changes_own_profile;

-- A function, because a statement then need not plan a look into the profiles whenever its caller ticks a film.
create function private.is_private(person uuid) returns boolean
  language sql stable parallel safe security definer
  set search_path = ''
return (select visibility = 'private' from public.profiles where id = person);

revoke execute on function private.is_private from public;
grant execute on function private.is_private to anon, authenticated;

drop policy everyone_reads_ownership on public.user_ownership;
drop policy everyone_reads_wishlists on public.user_wishlist;
drop policy everyone_reads_watched on public.user_watched;
-- The owner first: what is one's own is asked no further.
create policy everyone_reads_ownership_unless_private on public.user_ownership for select to anon, authenticated
  using (user_id = (select auth.uid()) or not private.is_private(user_id));
create policy everyone_reads_wishlists_unless_private on public.user_wishlist for select to anon, authenticated
  using (user_id = (select auth.uid()) or not private.is_private(user_id));
create policy everyone_reads_watched_unless_private on public.user_watched for select to anon, authenticated
  using (user_id = (select auth.uid()) or not private.is_private(user_id));

-- The lists and names past the row rules, for statements that have asked one already, once and not row by row: views of
-- an owner of tables are under no row rules. What a body in its caller's place reads must be granted to the caller; but
-- as nobody may use the schema, only bodies whose names were looked up at creation come here, and no statement of a
-- caller's own could.
create schema sealed;
revoke all on schema sealed from public;

create view sealed.ownership as select * from public.user_ownership;
create view sealed.wishlists as select * from public.user_wishlist;
create view sealed.watched as select * from public.user_watched;
create view sealed.names as select id, username from public.profiles;

grant select on sealed.ownership, sealed.wishlists, sealed.watched to anon, authenticated, service_role;
grant select on sealed.names to authenticated, service_role;

-- As before, but that whether the lists may be seen is asked once: by whether the profile may.
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
    coalesce(own.owns_laserdisc or own.owns_dvd or own.owns_bluray or own.owns_bluray_4k, false),
    watched.film_id is not null,
    wish.film_id is not null
  from public.films film
  left join sealed.ownership own on own.user_id = of_user and own.film_id = film.id
  left join sealed.watched watched on watched.user_id = of_user and watched.film_id = film.id
  left join sealed.wishlists wish on wish.user_id = of_user and wish.film_id = film.id
  where exists (select from public.profiles where profiles.id = of_user);
end;

-- A column more: what a page must know to keep search engines away, and to tell its owner who sees it.
drop function public.profile_counts;
create function public.profile_counts(of_username text, words text[] default '{}', formats text[] default '{}')
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
    count(*) filter (where film.matches and film.wishlisted)::int,
    person.visibility
  from person left join film on true
  group by person.id, person.visibility
$$;

comment on function public.profile_counts is
  'How many films of the catalogue, and of those that match folded words and formats, a person owns, watched and wants; no row for a person who is unknown or private.';
comment on function public.profile_films is
  'Every film once, with what a person owns, watched and wants; no row for a person who is unknown or private.';

revoke execute on function public.profile_counts from public;
grant execute on function public.profile_counts to anon, authenticated, service_role;

-- Whoever changes the catalogue is named to its admins, whatever they show of themselves as a collector.
create or replace view public.film_history with (security_invoker = true) as
select
  entry.id,
  entry.at,
  coalesce(person.username, case when entry.by is null then 'command line' else 'deleted account' end) as who,
  entry.operation,
  entry.film_id,
  entry.spine,
  entry.title,
  entry.before,
  entry.after,
  entry.update_id,
  entry.in_update,
  made_in.name as update_name,
  case when entry.operation = 'update' then
    (select count(*)::integer from public.film_changes change where change.update_id = entry.update_id)
  end as films,
  case when entry.operation = 'update' then made_in.reverts end as reverts,
  case when entry.operation = 'update' then
    exists (select from public.film_updates later where later.reverts = entry.update_id)
  end as reverted,
  -- What an update added stays, so there may be nothing to take back.
  case when entry.operation = 'update' then
    (select count(*) > 0 from public.film_changes change
      where change.update_id = entry.update_id and change.operation = 'changed')
  end as revertible,
  -- Folded as what people search for; of the signs that change, a username has only this.
  entry.search || ' ' || coalesce(
    replace(person.username, '_', 'ˍ'), case when entry.by is null then 'command line' else 'deleted account' end
  ) as search
from (
  select
    id::text as id, changed_at as at, changed_by as by, operation, film_id, spine, title, before, after, update_id,
    update_id is not null as in_update, search
  from public.film_changes
  union all
  select
    id::text, made_at, made_by, 'update', null, null, null, null, null, id, false, private.fold(name)
  from public.film_updates
) as entry
left join public.film_updates made_in on made_in.id = entry.update_id
left join sealed.names person on person.id = entry.by;

-- An admin who deletes a film must know of everybody who tracks it, and learns no more than how many they are. Others
-- could tell from the number that somebody private is among them.
create or replace function public.count_film_trackers(film_id integer) returns integer
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select count(*)::integer
    from (
      select user_id from public.user_ownership own
      where own.film_id = count_film_trackers.film_id and (owns_laserdisc or owns_dvd or owns_bluray or owns_bluray_4k)
      union
      select user_id from public.user_wishlist wish where wish.film_id = count_film_trackers.film_id
      union
      select user_id from public.user_watched watched where watched.film_id = count_film_trackers.film_id
    ) as people
  );
end
$$;
