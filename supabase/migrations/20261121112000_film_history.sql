-- Who changed what in the catalogue, and when: written by triggers, only ever added to, read by admins.

-- Changes that were made together, such as those of one CSV file: named, and taken back together.
create table public.film_updates (
  id uuid primary key,
  name text not null check (private.is_line(name)),
  reverts uuid references public.film_updates,
  -- No reference: what was done stays known when the account is gone, though no longer by whom.
  made_by uuid default auth.uid(),
  made_at timestamptz not null default now()
);

create table public.film_changes (
  id bigint generated always as identity primary key,
  -- No reference either: the history of a film outlives it.
  film_id integer not null,
  spine integer not null,
  title text not null,
  operation text not null check (operation in ('added', 'changed', 'deleted', 'restored')),
  -- The columns that changed; all of them for a film that was added or deleted.
  before jsonb,
  after jsonb,
  update_id uuid references public.film_updates,
  changed_by uuid default auth.uid(),
  changed_at timestamptz not null default now(),
  search text not null generated always as (private.fold(title) || ' ' || spine::text) stored
);

create index film_updates_by_time on public.film_updates (made_at);
create index film_updates_by_reverted on public.film_updates (reverts) where reverts is not null;
create index film_changes_by_film on public.film_changes (film_id, id);
create index film_changes_by_time on public.film_changes (changed_at) where update_id is null;
create unique index film_changes_once_an_update on public.film_changes (update_id, film_id) where update_id is not null;

-- Names the update that the rest of the transaction's changes belong to. It is there as soon as something changes.
create function private.name_film_update(name text, id uuid default gen_random_uuid(), reverts uuid default null)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  perform set_config('films.update_id', id::text, true);
  perform set_config('films.update_name', name, true);
  perform set_config('films.update_reverts', reverts::text, true);
end
$$;

-- The update that changes belong to just now, if they belong to one.
create function private.present_film_update() returns uuid
  language plpgsql
  set search_path = ''
as $$
declare
  present constant uuid := nullif(current_setting('films.update_id', true), '');
  maker uuid;
begin
  if present is null then return null; end if;
  insert into public.film_updates (id, name, reverts)
  values (
    present,
    current_setting('films.update_name'),
    nullif(current_setting('films.update_reverts', true), '')::uuid
  )
  on conflict do nothing;
  select made_by into maker from public.film_updates where id = present;
  if maker is distinct from auth.uid() then
    raise insufficient_privilege using message = 'That update was begun by another person.';
  end if;
  return present;
end
$$;

revoke execute on function private.present_film_update from public;

create function private.record_added_films() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if not exists (select from added) then return null; end if;
  insert into public.film_changes (film_id, spine, title, operation, after, update_id)
  select
    added.id, added.spine, added.title,
    -- Numbers are never given twice.
    case when exists (select from public.film_changes earlier where earlier.film_id = added.id)
      then 'restored' else 'added' end,
    jsonb_strip_nulls(to_jsonb(added)) - '{search, revision}'::text[],
    present.update_id
  from added, (select private.present_film_update() as update_id) as present
  order by added.spine;
  return null;
end
$$;

create function private.record_changed_films() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if not exists (select from latter join former using (id) where latter.revision <> former.revision) then
    return null;
  end if;
  insert into public.film_changes (film_id, spine, title, operation, before, after, update_id)
  select latter.id, latter.spine, latter.title, 'changed', difference.before, difference.after, present.update_id
  from latter
  join former using (id)
  cross join lateral (select to_jsonb(former) as before) as whole
  cross join lateral (
    select jsonb_object_agg(key, whole.before -> key) as before, jsonb_object_agg(key, value) as after
    from jsonb_each(to_jsonb(latter) - '{search, revision}'::text[])
    where value is distinct from whole.before -> key
  ) as difference,
  (select private.present_film_update() as update_id) as present
  where latter.revision <> former.revision
  order by latter.spine;
  return null;
end
$$;

create function private.record_deleted_films() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if not exists (select from deleted) then return null; end if;
  insert into public.film_changes (film_id, spine, title, operation, before, update_id)
  select id, spine, title, 'deleted', jsonb_strip_nulls(to_jsonb(deleted)) - 'search', present.update_id
  from deleted, (select private.present_film_update() as update_id) as present
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

-- The history to be read: every change of a film, and every update as one entry.
create view public.film_history with (security_invoker = true) as
select
  change.id::text as id,
  change.changed_at as at,
  coalesce(person.username, case when change.changed_by is null then 'command line' else 'deleted account' end) as who,
  change.operation,
  change.film_id,
  change.spine,
  change.title,
  change.before,
  change.after,
  change.update_id,
  change.update_id is not null as in_update,
  made_in.name as update_name,
  null::integer as films,
  null::uuid as reverts,
  null::boolean as reverted,
  change.search || ' ' || coalesce(person.username, '') as search
from public.film_changes change
left join public.film_updates made_in on made_in.id = change.update_id
left join public.profiles person on person.id = change.changed_by
union all
select
  made.id::text,
  made.made_at,
  coalesce(person.username, case when made.made_by is null then 'command line' else 'deleted account' end),
  'update',
  null,
  null,
  null,
  null,
  null,
  made.id,
  false,
  made.name,
  (select count(*)::integer from public.film_changes change where change.update_id = made.id),
  made.reverts,
  exists (select from public.film_updates later where later.reverts = made.id),
  private.fold(made.name) || ' ' || coalesce(person.username, '')
from public.film_updates made
left join public.profiles person on person.id = made.made_by;

comment on view public.film_history is
  'Changes of films, and updates as entries of their own: those with in_update false make a history without repetition.';

revoke all on public.film_history from anon, authenticated;
grant select on public.film_history to authenticated, service_role;
