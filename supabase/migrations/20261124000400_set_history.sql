-- The history of box sets: each change is an entry beside those of films, and is taken back with its update.

-- An entry is about a film or about a set.
alter table public.film_changes
  alter column film_id drop not null,
  alter column spine drop not null,
  -- No reference: the history of a set outlives the set.
  add column set_id integer,
  add check ((film_id is null) <> (set_id is null));

create unique index film_changes_once_an_update_of_set on public.film_changes (update_id, set_id)
  where update_id is not null and set_id is not null;
create index film_changes_by_set on public.film_changes (set_id, id) where set_id is not null;

create function private.set_search(set_title text, spine integer) returns text
  language sql immutable parallel safe
return private.fold(set_title) || coalesce(' ' || spine::text, '');

revoke execute on function private.set_search from public;

create function private.record_set_changes() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  current_id uuid;
begin
  if not exists (select from touched) then return null; end if;
  current_id := private.current_film_update();
  insert into public.film_changes (set_id, spine, title, operation, before, after, update_id, search)
  select
    touched.id, film.spine, touched.title,
    case
      when tg_op = 'DELETE' then 'deleted'
      -- An id is never used twice.
      when exists (select from public.film_changes earlier where earlier.set_id = touched.id) then 'restored'
      else 'added'
    end,
    -- With the revision, from which a restored set goes on.
    case tg_op when 'DELETE' then jsonb_strip_nulls(to_jsonb(touched)) end,
    case tg_op when 'INSERT' then jsonb_strip_nulls(to_jsonb(touched) - 'revision') end,
    current_id, private.set_search(touched.title, film.spine)
  from touched
  left join public.films film on film.id = touched.film_id
  order by touched.id;
  return null;
end
$$;

create function private.record_changed_sets() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  current_id uuid;
begin
  if not exists (select from latter join former using (id) where latter.revision <> former.revision) then
    return null;
  end if;
  current_id := private.current_film_update();
  insert into public.film_changes (set_id, spine, title, operation, before, after, update_id, search)
  select
    latter.id, film.spine, latter.title, 'changed', difference.before, difference.after, current_id,
    private.set_search(latter.title, film.spine)
  from latter
  join former using (id)
  left join public.films film on film.id = latter.film_id
  cross join lateral (select to_jsonb(former) as before) as whole
  cross join lateral (
    select jsonb_object_agg(key, whole.before -> key) as before, jsonb_object_agg(key, value) as after
    from jsonb_each(to_jsonb(latter) - 'revision')
    where value is distinct from whole.before -> key
  ) as difference
  where latter.revision <> former.revision
  order by latter.id;
  return null;
end
$$;

create trigger sets_record_added after insert on public.sets
  referencing new table as touched
  for each statement execute function private.record_set_changes();
create trigger sets_record_changed after update on public.sets
  referencing old table as former new table as latter
  for each statement execute function private.record_changed_sets();
create trigger sets_record_deleted after delete on public.sets
  referencing old table as touched
  for each statement execute function private.record_set_changes();

-- A film that is restored is in its sets again. The history shows that as a change of each set.
create function private.return_film_to_sets() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  holding integer[];
  own integer;
begin
  with cleared as (delete from private.sets_of_deleted_films where film_id = new.id returning set_id, is_own)
  select array_agg(set_id) filter (where not is_own), max(set_id) filter (where is_own) into holding, own from cleared;
  if holding is not null then
    update public.set_films member set film_id = new.id, title = null, director = null, year = null
    from (
      -- A set may name another film of the same title, director and year.
      select set_id, min(position) as position from public.set_films
      where set_id = any (holding) and film_id is null
        and (title, director, year) is not distinct from (new.title::text, new.director::text, new.year)
      group by set_id
    ) as kept
    where member.set_id = kept.set_id and member.position = kept.position;
  end if;
  if own is not null then
    perform private.lock_moves(alone => true);
    update public.sets set film_id = new.id where id = own and film_id is null;
  end if;
  return null;
end
$$;

create trigger films_return_to_sets after insert on public.films
  for each row execute function private.return_film_to_sets();

-- Whether a row, as JSON, has exactly these values.
create function private.is_as(row_now jsonb, wanted jsonb) returns boolean
  language sql immutable parallel safe
  set search_path = ''
return not exists (select from jsonb_each(wanted) where value is distinct from row_now -> key);

revoke execute on function private.is_as from public;
grant execute on function private.is_as to authenticated;

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
  case entry.operation
    -- The films that an update added stay, so there may be nothing to take back.
    when 'update' then
      (select count(*) > 0 from public.film_changes change
        where change.update_id = entry.update_id and change.operation = 'changed')
    -- A single change is taken back where everything is still as it left it.
    when 'changed' then
      exists (select from public.films film where film.id = entry.film_id and private.is_as(to_jsonb(film), entry.after))
      or exists (select from public.sets where sets.id = entry.set_id and private.is_as(to_jsonb(sets), entry.after))
  end as revertible,
  -- Folded as searches are; of the signs that folding changes, a username may have only the underscore.
  entry.search || ' ' || coalesce(
    replace(person.username, '_', 'ˍ'), case when entry.by is null then 'command line' else 'deleted account' end
  ) as search,
  entry.set_id,
  case when entry.operation = 'update' then
    exists (select from public.film_changes change where change.update_id = entry.update_id and change.set_id is not null)
  end as of_sets,
  -- The titles of the films that a set has or had by their ids, also of those that are deleted.
  case when entry.set_id is not null then
    (
      select jsonb_object_agg(
        film ->> 'film_id',
        coalesce(
          (select present.title::text from public.films present where present.id = (film ->> 'film_id')::integer),
          (
            select gone.title from public.film_changes gone where gone.film_id = (film ->> 'film_id')::integer
            order by gone.id desc
            limit 1
          )
        )
      )
      from jsonb_array_elements(coalesce(entry.before -> 'films', '[]') || coalesce(entry.after -> 'films', '[]')) as film
      where film ? 'film_id'
    )
  end as film_titles
from (
  select
    id::text as id, changed_at as at, changed_by as by, operation, film_id, spine, title, before, after, update_id,
    update_id is not null as in_update, search, set_id
  from public.film_changes
  union all
  select
    id::text, made_at, made_by, 'update', null, null, null, null, null, id, false, private.fold(name), null
  from public.film_updates
) as entry
left join public.film_updates made_in on made_in.id = entry.update_id
left join sealed.names person on person.id = entry.by;

-- Restores the former values of each film and set that still has the values which these changes wrote, and that the
-- update `as_update` has not changed already. Returns how many were restored.
create function private.take_back_changes(changes bigint[], as_update uuid) returns integer
  language plpgsql volatile
  set search_path = ''
as $$
declare
  held constant integer[] := array(
    select id from public.films
    where id in (select film_id from public.film_changes made where made.id = any (changes))
    order by id
    for update
  );
  films_changed integer;
  sets_changed integer;
begin
  execute format(
    'update public.films film
    set (%1$s) = (select %1$s from jsonb_populate_record(former, made.before))
    from public.films former
    join public.film_changes made on made.film_id = former.id and private.is_as(to_jsonb(former), made.after)
    cross join lateral jsonb_populate_record(former, made.before) as wanted
    where film.id = former.id
      and film.id = any ($1)
      and made.id = any ($2)
      and made.operation = ''changed''
      -- Leaves out a film if a format marked out of print since would be removed: that would clear the flag.
      and (wanted.laserdisc or not wanted.laserdisc_oop)
      and (wanted.dvd or not wanted.dvd_oop)
      and (wanted.bluray or not wanted.bluray_oop)
      and (wanted.bluray_4k or not wanted.bluray_4k_oop)
      and not exists (select from public.film_changes done where done.update_id = $3 and done.film_id = former.id)',
    private.film_columns('id', 'revision')
  ) using held, changes, as_update;
  get diagnostics films_changed = row_count;

  perform from public.sets
  where id in (select set_id from public.film_changes made where made.id = any (changes))
  order by id
  for update;
  update public.sets held
  set (title, film_id, criterion_id, films) = (wanted.title, wanted.film_id, wanted.criterion_id, wanted.films)
  from public.sets former
  join public.film_changes made on made.set_id = former.id and private.is_as(to_jsonb(former), made.after)
  cross join lateral jsonb_populate_record(former, made.before) as wanted
  where held.id = former.id
    and made.id = any (changes)
    and made.operation = 'changed'
    -- Leaves out a set if a film that its former values name was deleted since.
    and not exists (
      select from jsonb_array_elements(wanted.films || jsonb_build_array(jsonb_build_object('film_id', wanted.film_id))) as film
      where (film ->> 'film_id')::integer not in (select id from public.films)
    )
    and not exists (select from public.film_changes done where done.update_id = as_update and done.set_id = former.id);
  get diagnostics sets_changed = row_count;
  return films_changed + sets_changed;
end
$$;

revoke execute on function private.take_back_changes from public;
grant execute on function private.take_back_changes to authenticated;

-- Restores each film and set that has not been changed since the update. Returns how many they are, and the others that the
-- update changed. Those it added stay, because people may track them by now. A request without a response can be sent again
-- under the same id, and returns what the first one did.
create or replace function public.revert_film_update(update_id uuid, as_update uuid default gen_random_uuid()) returns jsonb
  language plpgsql volatile
  set search_path = ''
as $$
declare
  former_name text;
  result jsonb;
begin
  perform private.require_admin();
  if as_update is null or as_update = update_id then
    raise invalid_parameter_value using message = 'A revert needs another id than the update it reverts.';
  end if;
  select name into former_name from public.film_updates where id = update_id;
  if former_name is null then
    raise exception 'There is no such update.' using errcode = 'PT404';
  end if;
  perform private.name_film_update('Revert of ' || former_name, as_update, update_id);
  perform private.take_back_changes(
    array(select id from public.film_changes made where made.update_id = revert_film_update.update_id), as_update
  );
  perform set_config('films.update_id', '', true);

  select jsonb_build_object(
    'reverted', count(done.id),
    'overtaken', coalesce(
      jsonb_agg(jsonb_build_object('spine', made.spine, 'title', made.title) order by made.spine)
        filter (where done.id is null),
      '[]'
    )
  )
  into result
  from public.film_changes made
  left join public.film_changes done
    on done.update_id = as_update and (done.film_id = made.film_id or done.set_id = made.set_id)
  where made.update_id = revert_film_update.update_id and made.operation = 'changed';
  return result;
end
$$;

create function public.revert_film_change(change_id bigint) returns void
  language plpgsql volatile
  set search_path = ''
as $$
begin
  perform private.require_admin();
  if not exists (select from public.film_changes where id = change_id and operation = 'changed') then
    raise exception 'There is no such change.' using errcode = 'PT404';
  end if;
  if private.take_back_changes(array[change_id], null) = 0 then
    raise exception 'It was changed again since, or needs a film that was deleted since.' using errcode = 'PT409';
  end if;
exception when unique_violation then
  raise exception 'Another title or box set now has the spine, title or number that it had before.'
    using errcode = 'PT409', hint = 'Change that one first.';
end
$$;

comment on function public.revert_film_change is
  'Takes back one change of a film or box set, where it is still as the change left it.';

revoke execute on function public.revert_film_change from public, anon;
grant execute on function public.revert_film_change to authenticated;
