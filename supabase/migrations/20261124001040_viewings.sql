-- When people watched a film, and how they rated it. Everyone who sees the watched list sees the viewings; only the owner
-- sees the notes. A column cannot be hidden row by row, so only the owner reads the table and a function returns the rest.

create table public.user_viewings (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  id uuid not null default gen_random_uuid(),
  film_id integer not null,
  -- Null if unknown.
  watched_on text collate "C" check (private.is_partial_date(watched_on)),
  -- Half stars.
  rating smallint check (rating between 1 and 10),
  note text check (private.is_note(note)),
  primary key (user_id, id)
);

comment on table public.user_viewings is
  'When a person watched a film, for that person; others read profile_viewings, which has no notes.';
comment on column public.user_viewings.watched_on is
  'A day, a month or a year: 2026-11-23, 2026-11 or 2026; null if unknown.';

create index user_viewings_by_person_and_film on public.user_viewings (user_id, film_id);

alter table public.user_viewings enable row level security;

revoke all on public.user_viewings from anon, authenticated;
grant select on public.user_viewings to authenticated, service_role;
grant
  insert (user_id, id, film_id, watched_on, rating, note), update (user_id, id, film_id, watched_on, rating, note), delete
  on public.user_viewings to authenticated;

create policy owner_reads_own_viewings on public.user_viewings for select to authenticated
  using (user_id = (select auth.uid()) and film_id <> all (array(select film_id from sealed.deleted_films)));
create policy owner_adds_own_viewings on public.user_viewings for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy owner_changes_own_viewings on public.user_viewings for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy owner_removes_own_viewings on public.user_viewings for delete to authenticated
  using (user_id = (select auth.uid()));

create function private.tidy_viewing() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.watched_on := private.trimmed(new.watched_on);
  new.note := private.trimmed(new.note);
  return new;
end
$$;

create trigger user_viewings_lock_profile before update on public.user_viewings
  for each statement execute function private.lock_own_profile();
create trigger user_viewings_require_film before insert or update of film_id on public.user_viewings
  for each row execute function private.require_film();
create trigger user_viewings_tidy before insert or update on public.user_viewings
  for each row execute function private.tidy_viewing();

-- The viewings of a statement mark their films as watched, in the order of the viewings, which is that of the list.
create function private.mark_viewings() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  former_setting constant text := coalesce(current_setting('tracking.adds_details', true), '');
  person uuid;
  films integer[];
begin
  perform set_config('tracking.adds_details', 'yes', true);
  for person in select distinct user_id from touched order by user_id loop
    if tg_op = 'INSERT' then
      films := array(select film_id from touched where user_id = person);
    else
      films := array(
        select film_id from touched where user_id = person except select film_id from former where user_id = person
      );
    end if;
    insert into public.user_watched (user_id, film_id)
    select person, film_id from unnest(films) with ordinality as viewed (film_id, number)
    group by film_id
    order by min(number)
    on conflict do nothing;
  end loop;
  perform set_config('tracking.adds_details', former_setting, true);
  return null;
end
$$;

create trigger user_viewings_mark_added after insert on public.user_viewings
  referencing new table as touched
  for each statement execute function private.mark_viewings();
create trigger user_viewings_mark_changed after update on public.user_viewings
  referencing old table as former new table as touched
  for each statement execute function private.mark_viewings();

-- Limits the viewings of one person and the length of their notes, for the same reasons as copies.
create function private.require_room_for_viewings(of_user uuid, with_texts boolean) returns void
  language plpgsql volatile
  set search_path = ''
  set enable_seqscan = off
as $$
begin
  if 20000 < (
    select count(*) from (select from public.user_viewings own where own.user_id = of_user limit 20001) as counted
  ) then
    raise exception 'You can have at most 20,000 viewings.' using errcode = '23514';
  end if;
  if with_texts and 5000000 < (
    select sum(octet_length(own.note)) from public.user_viewings own where own.user_id = of_user
  ) then
    raise exception 'The notes of your viewings can have at most 5 MB in all.' using errcode = '23514';
  end if;
end
$$;

revoke execute on function private.require_room_for_viewings from public;

create function private.bound_viewings() returns trigger
  language plpgsql security definer
  set search_path = ''
  set enable_seqscan = off
as $$
declare
  person constant uuid := (select user_id from touched limit 1);
begin
  if person is null then return null; end if;
  if tg_op = 'UPDATE' then
    if (select coalesce(sum(octet_length(note)), 0) from touched)
      > (select coalesce(sum(octet_length(note)), 0) from former)
      and not private.applies_marks_itself()
    then
      perform private.require_room_for_viewings(person, true);
    end if;
    return null;
  end if;
  if exists (
    select from (select distinct film_id from touched) as title
    where 1000 < (select count(*) from public.user_viewings own where own.user_id = person and own.film_id = title.film_id)
  ) then
    raise exception 'A title has at most 1,000 viewings.' using errcode = '23514';
  end if;
  if not private.applies_marks_itself() then
    perform private.require_room_for_viewings(person, exists (select from touched where note is not null));
  end if;
  return null;
end
$$;

create trigger user_viewings_bound_added after insert on public.user_viewings
  referencing new table as touched
  for each statement execute function private.bound_viewings();
create trigger user_viewings_bound_changed after update on public.user_viewings
  referencing old table as former new table as touched
  for each statement execute function private.bound_viewings();

create view sealed.viewings as select user_id, id, film_id, watched_on, rating from public.user_viewings;
grant select on sealed.viewings to anon, authenticated, service_role;

-- The row type of the function below.
create view private.profile_viewing as select id, film_id, watched_on, rating from public.user_viewings;

create function public.profile_viewings(of_user uuid) returns setof private.profile_viewing
  language sql stable
begin atomic
  select viewing.id, viewing.film_id, viewing.watched_on, viewing.rating
  from sealed.viewings viewing
  where viewing.user_id = of_user
    and viewing.film_id <> all (array(select film_id from sealed.deleted_films))
    -- The one row rule: who may see what the person has watched.
    and (select shown.watched from sealed.shown_parts shown where shown.user_id = of_user);
end;

comment on function public.profile_viewings is
  'When a person watched which films, and the ratings in half stars; no row if the reader may not see them.';

revoke execute on function public.profile_viewings from public;
grant execute on function public.profile_viewings to anon, authenticated, service_role;
