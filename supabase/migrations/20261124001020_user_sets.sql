-- Box sets that people own. A set with a spine is ticked as the film of that spine, in user_ownership; a set without one
-- here. A person who owns a set owns its films through it, in the formats of the set. This is computed when it is read,
-- so that it ends with the set.

create table public.user_sets (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  set_id integer not null,
  owns_laserdisc boolean not null default false,
  owns_dvd boolean not null default false,
  owns_bluray boolean not null default false,
  owns_bluray_4k boolean not null default false,
  primary key (user_id, set_id)
);

create index user_sets_by_set on public.user_sets (set_id, user_id);

alter table public.user_sets enable row level security;

revoke all on public.user_sets from anon, authenticated;
grant select on public.user_sets to anon, authenticated, service_role;
grant
  insert (user_id, set_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k),
  update (user_id, set_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k),
  delete
  on public.user_sets to authenticated;

create policy everyone_reads_sets_owned_unless_private on public.user_sets for select to anon, authenticated
  using (
    (
      user_id = (select auth.uid())
      or (select part.collection from sealed.shown_parts part where part.user_id = user_sets.user_id)
    )
    and set_id <> all (array(select set_id from sealed.deleted_sets))
  );
create policy owner_adds_own_sets on public.user_sets for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy owner_changes_own_sets on public.user_sets for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy owner_removes_own_sets on public.user_sets for delete to authenticated
  using (user_id = (select auth.uid()));

-- Refuses a set that is not in the catalogue, and one with a spine. The lock waits for an admin who is giving the set a spine.
create function private.require_set_without_spine() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  own_film integer;
begin
  select film_id into own_film from public.sets where id = new.set_id for key share;
  if not found then
    raise foreign_key_violation using message = format('There is no set with the id %s.', new.set_id);
  end if;
  if own_film is not null then
    raise exception 'This set has a spine: tick it as that title.' using errcode = '23514';
  end if;
  return new;
end
$$;

create trigger user_sets_require_no_spine before insert or update of set_id on public.user_sets
  for each row execute function private.require_set_without_spine();

-- The films that people own through sets: a row for each film and set. `offset 0` makes the planner look up the sets of
-- each row of a person instead of reading all sets. The condition on the position always holds and only lowers the
-- planner's estimate: it would expect several films for each row of a person, and therefore read all films.
create view sealed.films_in_sets as
select
  own.user_id, member.set_id, member.film_id,
  own.owns_laserdisc, own.owns_dvd, own.owns_bluray, own.owns_bluray_4k
from public.user_ownership own
cross join lateral (
  select member.set_id, member.film_id
  from public.sets join public.set_films member on member.set_id = sets.id
  where sets.film_id = own.film_id and member.film_id <> sets.film_id and member.position + 0 between 1 and 999
  offset 0
) as member
where own.owns_laserdisc or own.owns_dvd or own.owns_bluray or own.owns_bluray_4k
union all
select
  own.user_id, member.set_id, member.film_id,
  own.owns_laserdisc, own.owns_dvd, own.owns_bluray, own.owns_bluray_4k
from public.user_sets own
cross join lateral (
  select member.set_id, member.film_id
  from public.set_films member
  where member.set_id = own.set_id and member.film_id is not null and member.position + 0 between 1 and 999
  offset 0
) as member
where own.owns_laserdisc or own.owns_dvd or own.owns_bluray or own.owns_bluray_4k;

-- The films that people own, ticked or through sets: each film once, and no film that is not owned.
create view sealed.holdings as
select
  user_id, film_id,
  bool_or(owns_laserdisc) as owns_laserdisc, bool_or(owns_dvd) as owns_dvd,
  bool_or(owns_bluray) as owns_bluray, bool_or(owns_bluray_4k) as owns_bluray_4k
from (
  select user_id, film_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k from public.user_ownership
  where owns_laserdisc or owns_dvd or owns_bluray or owns_bluray_4k
  union all
  select user_id, film_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k from sealed.films_in_sets
) as owned
group by user_id, film_id;

grant select on sealed.films_in_sets, sealed.holdings to anon, authenticated, service_role;

-- The row type of the function below.
create view private.film_in_set as
select
  own.film_id, own.set_id, sets.title as set_title, film.spine as set_spine,
  own.owns_laserdisc, own.owns_dvd, own.owns_bluray, own.owns_bluray_4k
from sealed.films_in_sets own
join public.sets on sets.id = own.set_id
left join public.films film on film.id = sets.film_id;

create function public.profile_films_in_sets(of_user uuid) returns setof private.film_in_set
  language sql stable
begin atomic
  select
    own.film_id, own.set_id, sets.title, film.spine,
    own.owns_laserdisc, own.owns_dvd, own.owns_bluray, own.owns_bluray_4k
  from sealed.films_in_sets own
  join public.sets on sets.id = own.set_id
  left join public.films film on film.id = sets.film_id
  where own.user_id = of_user
    -- The one row rule: who may see what the person owns.
    and (select shown.collection from sealed.shown_parts shown where shown.user_id = of_user);
end;

comment on function public.profile_films_in_sets is
  'The films that a person owns through box sets, with each set and its formats; no row if the reader may not see them.';

revoke execute on function public.profile_films_in_sets from public;
grant execute on function public.profile_films_in_sets to anon, authenticated, service_role;

-- As before (film_updates.sql); new are the people who own the film through a set. Each person counts once.
create or replace function public.count_format_owners(changes jsonb) returns integer
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.require_format_changes(changes);
  return (
    with removed as materialized (
      select
        film.id,
        film.laserdisc and not coalesce((after -> 'laserdisc')::boolean, true) as laserdisc,
        film.dvd and not coalesce((after -> 'dvd')::boolean, true) as dvd,
        film.bluray and not coalesce((after -> 'bluray')::boolean, true) as bluray,
        film.bluray_4k and not coalesce((after -> 'bluray_4k')::boolean, true) as bluray_4k
      from jsonb_to_recordset(changes) as change (id integer, after jsonb)
      join public.films film on film.id = change.id
    )
    select count(distinct own.user_id)::integer
    from (
      select removed.*, removed.id as ticked_film, null::integer as ticked_set from removed
      union all
      select removed.*, sets.film_id, case when sets.film_id is null then sets.id end
      from removed
      join public.set_films member on member.film_id = removed.id
      join public.sets on sets.id = member.set_id and sets.film_id is distinct from removed.id
    ) as place
    cross join lateral (
      select user_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k
      from public.user_ownership where film_id = place.ticked_film
      union all
      select user_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k
      from public.user_sets where set_id = place.ticked_set
    ) as own
    where (place.laserdisc and own.owns_laserdisc)
      or (place.dvd and own.owns_dvd)
      or (place.bluray and own.owns_bluray)
      or (place.bluray_4k and own.owns_bluray_4k)
  );
end
$$;

comment on function public.count_format_owners is
  'How many people own a format that changes of the shape of change_film_formats remove, by a tick or through a box set.';
