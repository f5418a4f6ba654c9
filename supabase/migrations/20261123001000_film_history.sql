-- Who changed what in the catalogue, and when. Triggers write it, admins read it, and nothing in it ever changes.

-- Changes that were made together, such as those of one CSV file: they have a name, and are taken back together.
create table public.film_updates (
  id uuid primary key,
  name text not null check (private.is_line(name)),
  reverts uuid references public.film_updates,
  -- No reference: the update outlives the account of its maker, though not the maker's name.
  made_by uuid default auth.uid(),
  made_at timestamptz not null default now()
);

create table public.film_changes (
  id bigint generated always as identity primary key,
  -- No reference: the history of a film outlives the film.
  film_id integer not null,
  spine integer not null,
  title text not null,
  operation text not null check (operation in ('added', 'changed', 'deleted', 'restored')),
  -- The columns that changed; all columns of a film that was added or deleted.
  before jsonb,
  after jsonb,
  -- No reference: the trigger that writes this ensures once that the update exists, and not once for each film.
  update_id uuid,
  changed_by uuid default auth.uid(),
  changed_at timestamptz not null default now(),
  -- The film's own folded text; folding again would cost more than the rest of the row.
  search text not null
);

create index film_updates_by_time on public.film_updates (made_at);
create index film_updates_by_reverted on public.film_updates (reverts) where reverts is not null;
create index film_changes_by_film on public.film_changes (film_id, id);
-- In exactly the words of the filter that the history page sends; the planner recognises no others.
create index film_changes_by_time on public.film_changes (changed_at) where (update_id is not null) is false;
create unique index film_changes_once_an_update on public.film_changes (update_id, film_id) where update_id is not null;

-- Names the update that the film changes of this transaction belong to. The first change inserts it. The name is made one
-- line, because a file may have any name.
create function private.name_film_update(name text, id uuid default gen_random_uuid(), reverts uuid default null)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  perform set_config('films.update_id', id::text, true);
  perform set_config('films.update_name', coalesce(private.as_line(name), 'Update'), true);
  perform set_config('films.update_reverts', reverts::text, true);
end
$$;

-- The update that film changes belong to at this moment; null if there is none.
create function private.current_film_update() returns uuid
  language plpgsql
  set search_path = ''
as $$
declare
  current_id constant uuid := nullif(current_setting('films.update_id', true), '');
  maker uuid;
begin
  if current_id is null then return null; end if;
  insert into public.film_updates (id, name, reverts)
  values (
    current_id,
    current_setting('films.update_name'),
    nullif(current_setting('films.update_reverts', true), '')::uuid
  )
  on conflict do nothing;
  select made_by into maker from public.film_updates where id = current_id;
  if maker is distinct from auth.uid() then
    raise insufficient_privilege using message = 'That update was begun by another person.';
  end if;
  return current_id;
end
$$;

revoke execute on function private.current_film_update, private.name_film_update from public;
grant execute on function private.name_film_update to authenticated;

create function private.record_added_films() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  current_id uuid;
begin
  if not exists (select from added) then return null; end if;
  current_id := private.current_film_update();
  insert into public.film_changes (film_id, spine, title, operation, after, update_id, search)
  select
    id, spine, title,
    -- An id is never used twice.
    case when exists (select from public.film_changes earlier where earlier.film_id = added.id)
      then 'restored' else 'added' end,
    jsonb_strip_nulls(to_jsonb(added)) - '{search, revision}'::text[],
    current_id,
    search
  from added
  order by spine;
  return null;
end
$$;

-- The session caches the plans. A plan made for a change of one film may run next for a change of all films, where a
-- nested loop would compare each film with each: nested loops are off. The planner then estimates such a high cost that
-- PostgreSQL would spend a second on compiling the plan: JIT is off, too.
create function private.record_changed_films() returns trigger
  language plpgsql security definer
  set search_path = ''
  set enable_nestloop = off
  set jit = off
as $$
declare
  current_id uuid;
begin
  -- Revisions only rise: an equal sum means that no film changed.
  if (select sum(revision) from latter) is not distinct from (select sum(revision) from former) then
    return null;
  end if;
  current_id := private.current_film_update();
  insert into public.film_changes (film_id, spine, title, operation, before, after, update_id, search)
  select latter.id, latter.spine, latter.title, 'changed', difference.before, difference.after, current_id, latter.search
  from latter
  join former using (id)
  cross join lateral (select to_jsonb(former) as before) as whole
  cross join lateral (
    select jsonb_object_agg(key, whole.before -> key) as before, jsonb_object_agg(key, value) as after
    from jsonb_each(to_jsonb(latter) - '{search, revision}'::text[])
    where value is distinct from whole.before -> key
  ) as difference
  where latter.revision <> former.revision
  order by latter.spine;
  return null;
end
$$;

create function private.record_deleted_films() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  current_id uuid;
begin
  if not exists (select from deleted) then return null; end if;
  current_id := private.current_film_update();
  insert into public.film_changes (film_id, spine, title, operation, before, update_id, search)
  select id, spine, title, 'deleted', jsonb_strip_nulls(to_jsonb(deleted)) - 'search', current_id, search
  from deleted
  order by spine;
  return null;
end
$$;

create trigger films_record_added after insert on public.films
  referencing new table as added
  for each statement execute function private.record_added_films();
create trigger films_record_changed after update on public.films
  referencing old table as former new table as latter
  for each statement execute function private.record_changed_films();
create trigger films_record_deleted after delete on public.films
  referencing old table as deleted
  for each statement execute function private.record_deleted_films();

create function private.keep_history() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  raise insufficient_privilege using message = 'The history is only ever added to.';
end
$$;

create trigger film_changes_are_kept before update or delete or truncate on public.film_changes
  for each statement execute function private.keep_history();
create trigger film_updates_are_kept before update or delete or truncate on public.film_updates
  for each statement execute function private.keep_history();

alter table public.film_updates enable row level security;
alter table public.film_changes enable row level security;

revoke all on public.film_updates, public.film_changes from anon, authenticated;
revoke all on sequence public.film_changes_id_seq from anon, authenticated;
grant select on public.film_updates, public.film_changes to authenticated, service_role;

create policy admins_read_film_updates on public.film_updates for select to authenticated
  using ((select private.is_admin()));
create policy admins_read_film_changes on public.film_changes for select to authenticated
  using ((select private.is_admin()));

-- The history as admins read it: every change of a film, and every update as one entry. Names are joined to the union of
-- both, so that the newest entries are found along the two indexes by time. An admin's name is shown even where the
-- profile is private.
create view public.film_history with (security_invoker = true) as
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
  -- The films that an update added stay, so there may be nothing to take back.
  case when entry.operation = 'update' then
    (select count(*) > 0 from public.film_changes change
      where change.update_id = entry.update_id and change.operation = 'changed')
  end as revertible,
  -- Folded as searches are; of the signs that folding changes, a username may have only the underscore.
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

comment on view public.film_history is
  'Changes of films, and one entry for each update: the entries with in_update false are the history without repetition.';

revoke all on public.film_history from anon, authenticated;
grant select on public.film_history to authenticated, service_role;
