-- What is removed with a mark: copies with their format, viewings with *watched*, details with the wish. Setting the mark
-- again within a day restores them, so an Undo needs no function of its own. Restoring a deleted film restores the details
-- that were removed with it.

create table private.removed_details (
  user_id uuid not null references public.profiles on delete cascade,
  -- The id of the copy or viewing.
  id uuid not null,
  kind text collate "C" not null check (kind in ('copy', 'viewing', 'wish')),
  -- No references: this outlives films and sets.
  film_id integer,
  set_id integer,
  -- A format, `watched` or `wishlist`; `film` where the film, or the set without a spine, was deleted.
  mark text collate "C" not null,
  contents jsonb not null,
  removed_at timestamptz not null default now(),
  primary key (user_id, id)
);

create index removed_details_by_film on private.removed_details (user_id, film_id);
create index removed_details_by_deleted_film on private.removed_details (film_id) where mark = 'film';
create index removed_details_by_deleted_set on private.removed_details (set_id) where mark = 'film';
create index removed_details_by_age on private.removed_details (user_id, removed_at);

revoke all on private.removed_details from anon, authenticated;

create function private.remove_details(of_user uuid, of_film integer, of_set integer, marks text[]) returns void
  language plpgsql volatile
  set search_path = ''
as $$
declare
  session constant uuid := (auth.jwt() ->> 'session_id')::uuid;
begin
  delete from private.removed_details
  where user_id = of_user and removed_at < now() - interval '1 day' and mark <> 'film';

  with copies as (
    delete from public.user_copies own
    where own.user_id = of_user and own.format = any (marks) and own.id = any (array(
      -- With OR, each row of an undone import would read all copies of the person.
      select id from public.user_copies where user_id = of_user and film_id = of_film
      union all select id from public.user_copies where user_id = of_user and set_id = of_set
    ))
    returning own.*
  ),
  viewings as (
    delete from public.user_viewings own
    where own.user_id = of_user and own.film_id = of_film and 'watched' = any (marks)
    returning own.*
  ),
  removed as (
    select id, 'copy' as kind, 'user_copies ' || id as list, format as mark, to_jsonb(copies) as contents from copies
    union all
    select id, 'viewing', 'user_viewings ' || id, 'watched', to_jsonb(viewings) from viewings
  ),
  -- A queued change of a removed copy or viewing is not applied.
  recorded as (
    insert into private.mark_changes (user_id, film_id, list, changed_at, session_id)
    select of_user, coalesce(of_film, of_set), list, now(), session from removed
    on conflict (user_id, film_id, list) do update
    set changed_at = excluded.changed_at, session_id = excluded.session_id, stamp = null
  )
  insert into private.removed_details (user_id, id, kind, film_id, set_id, mark, contents)
  select of_user, id, kind, of_film, of_set, mark, contents from removed
  on conflict (user_id, id) do update set
    film_id = excluded.film_id, set_id = excluded.set_id, mark = excluded.mark, contents = excluded.contents,
    removed_at = excluded.removed_at;
end
$$;

-- The wish itself, as it was, and what only its owner knows of it.
create function private.remove_wish_details(wish public.user_wishlist) returns void
  language sql volatile
  set search_path = ''
as $$
  with details as (
    delete from public.user_wish_details own
    where own.user_id = wish.user_id and own.film_id = wish.film_id
    returning own.*
  ),
  -- Only the last wish for a film is restored.
  former as (
    delete from private.removed_details earlier
    where earlier.user_id = wish.user_id and earlier.film_id = wish.film_id and earlier.mark = 'wishlist'
  )
  insert into private.removed_details (user_id, id, kind, film_id, mark, contents)
  select
    wish.user_id, gen_random_uuid(), 'wish', wish.film_id, 'wishlist',
    to_jsonb(wish) || coalesce((select to_jsonb(details) from details), '{}')
  where wish.wants_laserdisc or wish.wants_dvd or wish.wants_bluray or wish.wants_bluray_4k or wish.priority is not null
    or exists (select from details)
$$;

-- Writes details back. Their film or set is there, and the mark is set.
create function private.put_back(details private.removed_details[]) returns void
  language plpgsql volatile
  set search_path = ''
as $$
begin
  insert into public.user_copies
  select copy.*
  from unnest(details) as one, jsonb_populate_record(null::public.user_copies, one.contents) as copy
  where one.kind = 'copy'
  on conflict do nothing;
  insert into public.user_viewings
  select viewing.*
  from unnest(details) as one, jsonb_populate_record(null::public.user_viewings, one.contents) as viewing
  where one.kind = 'viewing'
  on conflict do nothing;
  update public.user_wishlist own set
    wants_laserdisc = wish.wants_laserdisc, wants_dvd = wish.wants_dvd, wants_bluray = wish.wants_bluray,
    wants_bluray_4k = wish.wants_bluray_4k, priority = wish.priority
  from unnest(details) as one, jsonb_populate_record(null::public.user_wishlist, one.contents) as wish
  where one.kind = 'wish' and own.user_id = one.user_id and own.film_id = one.film_id
    -- Not over what was chosen with the new wish.
    and not (own.wants_laserdisc or own.wants_dvd or own.wants_bluray or own.wants_bluray_4k)
    and own.priority is null;
  insert into public.user_wish_details
  select known.*
  from unnest(details) as one, jsonb_populate_record(null::public.user_wish_details, one.contents) as known
  where one.kind = 'wish' and (known.note is not null or known.price is not null or known.currency is not null)
  on conflict do nothing;
end
$$;

create function private.return_details(of_user uuid, of_film integer, of_set integer, marks text[]) returns void
  language plpgsql volatile
  set search_path = ''
as $$
declare
  returned private.removed_details[];
begin
  with gone as (
    delete from private.removed_details kept
    where kept.user_id = of_user and (kept.film_id = of_film or kept.set_id = of_set) and kept.mark = any (marks)
      and kept.removed_at >= now() - interval '1 day'
    returning kept.*
  )
  select array_agg(row (gone.*)::private.removed_details) into returned from gone;
  perform private.put_back(returned);
end
$$;

revoke execute on function
  private.remove_details, private.remove_wish_details, private.put_back, private.return_details from public;

-- Replaces the function of mark_changes.sql. It also restores the details that were removed with the mark.
create or replace function private.record_mark_change() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  claims constant jsonb := auth.jwt();
begin
  -- Only what a person changes of their own, and not what apply_marks writes, which records the time of each mark.
  if claims ->> 'sub' = coalesce(new.user_id, old.user_id)::text
    and current_setting('tracking.applies_marks', true) is distinct from 'yes'
  then
    insert into private.mark_changes (user_id, film_id, list, changed_at, session_id)
    values (
      coalesce(new.user_id, old.user_id), coalesce(new.film_id, old.film_id), tg_table_name, now(),
      (claims ->> 'session_id')::uuid
    )
    on conflict (user_id, film_id, list) do update
    set changed_at = excluded.changed_at, session_id = excluded.session_id, stamp = null;
  end if;
  if tg_op <> 'DELETE'
    and current_setting('tracking.adds_details', true) is distinct from 'yes'
    and exists (
      select from private.removed_details kept where kept.user_id = new.user_id and kept.film_id = new.film_id
    )
  then
    if tg_table_name = 'user_ownership' then
      perform private.return_details(new.user_id, new.film_id, null, array_remove(array[
        case when new.owns_laserdisc then 'laserdisc' end, case when new.owns_dvd then 'dvd' end,
        case when new.owns_bluray then 'bluray' end, case when new.owns_bluray_4k then 'bluray_4k' end
      ], null));
    elsif tg_op = 'INSERT' then
      perform private.return_details(new.user_id, new.film_id, null, array[replace(tg_table_name, 'user_', '')]);
    end if;
  end if;
  return null;
end
$$;

create trigger user_wishlist_record_update after update on public.user_wishlist
  for each row when (old.* is distinct from new.*) execute function private.record_mark_change();

-- The same for sets: in mark_changes, their ids stand in the column of the films', under the name of their own table.
create function private.record_set_mark_change() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  claims constant jsonb := auth.jwt();
begin
  if claims ->> 'sub' = coalesce(new.user_id, old.user_id)::text
    and current_setting('tracking.applies_marks', true) is distinct from 'yes'
  then
    insert into private.mark_changes (user_id, film_id, list, changed_at, session_id)
    values (
      coalesce(new.user_id, old.user_id), coalesce(new.set_id, old.set_id), tg_table_name, now(),
      (claims ->> 'session_id')::uuid
    )
    on conflict (user_id, film_id, list) do update
    set changed_at = excluded.changed_at, session_id = excluded.session_id, stamp = null;
  end if;
  if tg_op <> 'DELETE' and current_setting('tracking.adds_details', true) is distinct from 'yes' then
    perform private.return_details(new.user_id, null, new.set_id, array_remove(array[
      case when new.owns_laserdisc then 'laserdisc' end, case when new.owns_dvd then 'dvd' end,
      case when new.owns_bluray then 'bluray' end, case when new.owns_bluray_4k then 'bluray_4k' end
    ], null));
  end if;
  return null;
end
$$;

create trigger user_sets_record_insert after insert on public.user_sets
  for each row execute function private.record_set_mark_change();
create trigger user_sets_record_update after update on public.user_sets
  for each row when (old.* is distinct from new.*) execute function private.record_set_mark_change();
create trigger user_sets_record_delete after delete on public.user_sets
  for each row when (pg_trigger_depth() = 0) execute function private.record_set_mark_change();

-- Replaces the function of mark_changes.sql. It runs once for each statement instead of each row, because an import inserts
-- thousands. A function in PL/pgSQL keeps its plan, and the address of a row finds it without reading the person's others.
create or replace function private.delete_expired_mark_changes() returns void
  language plpgsql volatile security definer
  set search_path = ''
as $$
begin
  delete from private.mark_changes where ctid = any (array(
    select ctid from private.mark_changes
    where user_id = auth.uid() and changed_at < now() - interval '90 days'
    for update skip locked
  ));
end
$$;

drop trigger mark_changes_delete_expired on private.mark_changes;
create trigger mark_changes_delete_expired after insert on private.mark_changes
  for each statement execute function private.delete_expired_mark_changes_after_insert();

-- Changes of single copies and viewings, each under its own name in mark_changes.
create function private.record_detail_change() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  claims constant jsonb := auth.jwt();
  detail constant jsonb := to_jsonb(coalesce(new, old));
begin
  if claims ->> 'sub' = detail ->> 'user_id' and current_setting('tracking.applies_marks', true) is distinct from 'yes' then
    insert into private.mark_changes (user_id, film_id, list, changed_at, session_id)
    values (
      (detail ->> 'user_id')::uuid, coalesce(detail ->> 'film_id', detail ->> 'set_id')::integer,
      tg_table_name || ' ' || (detail ->> 'id'), now(), (claims ->> 'session_id')::uuid
    )
    on conflict (user_id, film_id, list) do update
    set changed_at = excluded.changed_at, session_id = excluded.session_id, stamp = null;
  end if;
  return null;
end
$$;

create trigger user_copies_record after insert or update on public.user_copies
  for each row execute function private.record_detail_change();
create trigger user_copies_record_delete after delete on public.user_copies
  for each row when (pg_trigger_depth() = 0) execute function private.record_detail_change();
create trigger user_viewings_record after insert or update on public.user_viewings
  for each row execute function private.record_detail_change();
create trigger user_viewings_record_delete after delete on public.user_viewings
  for each row when (pg_trigger_depth() = 0) execute function private.record_detail_change();

-- A change of what only its owner knows of a wish is a change of the wish.
create function private.record_wish_change() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  claims constant jsonb := auth.jwt();
begin
  if claims ->> 'sub' = coalesce(new.user_id, old.user_id)::text
    and current_setting('tracking.applies_marks', true) is distinct from 'yes'
  then
    insert into private.mark_changes (user_id, film_id, list, changed_at, session_id)
    values (
      coalesce(new.user_id, old.user_id), coalesce(new.film_id, old.film_id), 'user_wishlist', now(),
      (claims ->> 'session_id')::uuid
    )
    on conflict (user_id, film_id, list) do update
    set changed_at = excluded.changed_at, session_id = excluded.session_id, stamp = null;
  end if;
  return null;
end
$$;

create trigger user_wish_details_record after insert or update on public.user_wish_details
  for each row execute function private.record_wish_change();
create trigger user_wish_details_record_delete after delete on public.user_wish_details
  for each row when (pg_trigger_depth() = 0) execute function private.record_wish_change();

-- Removing the details of a mark.

create function private.remove_details_of_mark() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- Most marks have no details: checking first halves the cost of an untick.
  if tg_table_name = 'user_ownership' then
    if not exists (
      select from public.user_copies own where own.user_id = old.user_id and own.film_id = old.film_id
    ) then
      return null;
    end if;
    perform private.remove_details(old.user_id, old.film_id, null, private.formats_removed(to_jsonb(old), to_jsonb(new)));
  elsif tg_table_name = 'user_watched' then
    if not exists (
      select from public.user_viewings own where own.user_id = old.user_id and own.film_id = old.film_id
    ) then
      return null;
    end if;
    perform private.remove_details(old.user_id, old.film_id, null, '{watched}');
  elsif tg_table_name = 'user_wishlist' and current_setting('tracking.imports', true) = 'yes' then
    -- An undone import made this wish, so its details are not kept.
    delete from public.user_wish_details own where own.user_id = old.user_id and own.film_id = old.film_id;
  elsif tg_table_name = 'user_wishlist' then
    perform private.remove_wish_details(old);
  elsif tg_table_name = 'user_sets' then
    perform private.remove_details(old.user_id, null, old.set_id, private.formats_removed(to_jsonb(old), to_jsonb(new)));
  end if;
  return null;
end
$$;

-- The formats that are ticked in the first row and not in the second, which may be null.
create function private.formats_removed(former jsonb, latter jsonb) returns text[]
  language sql immutable
  set search_path = ''
return array(
  select format from unnest('{laserdisc, dvd, bluray, bluray_4k}'::text[]) as format
  where (former -> ('owns_' || format))::boolean and (latter -> ('owns_' || format))::boolean is not true
);

revoke execute on function private.formats_removed from public;

create trigger user_ownership_remove_copies after update on public.user_ownership
  for each row when (
    old.owns_laserdisc > new.owns_laserdisc or old.owns_dvd > new.owns_dvd or old.owns_bluray > new.owns_bluray
    or old.owns_bluray_4k > new.owns_bluray_4k
  ) execute function private.remove_details_of_mark();
create trigger user_ownership_remove_copies_of_row after delete on public.user_ownership
  for each row when (pg_trigger_depth() = 0) execute function private.remove_details_of_mark();
create trigger user_sets_remove_copies after update on public.user_sets
  for each row when (
    old.owns_laserdisc > new.owns_laserdisc or old.owns_dvd > new.owns_dvd or old.owns_bluray > new.owns_bluray
    or old.owns_bluray_4k > new.owns_bluray_4k
  ) execute function private.remove_details_of_mark();
create trigger user_sets_remove_copies_of_row after delete on public.user_sets
  for each row when (pg_trigger_depth() = 0) execute function private.remove_details_of_mark();
create trigger user_watched_remove_viewings after delete on public.user_watched
  for each row when (pg_trigger_depth() = 0) execute function private.remove_details_of_mark();
create trigger user_wishlist_remove_details after delete on public.user_wishlist
  for each row when (pg_trigger_depth() = 0) execute function private.remove_details_of_mark();

-- Removing and restoring the details of a deleted film.

create function private.lock_people_of_deleted_film() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- This waits for changes of copies, viewings and wishes (lock_own_profile).
  perform from public.profiles
  where id in (
    select user_id from public.user_copies where film_id = old.id
    union select user_id from public.user_viewings where film_id = old.id
    union select user_id from public.user_wish_details where film_id = old.id
  )
  order by id for share;
  return old;
end
$$;

-- Triggers run in the order of their names: this one runs before films_keep_tracking, which locks the marks.
create trigger films_keep_people before delete on public.films
  for each row execute function private.lock_people_of_deleted_film();

create function private.keep_details_of_deleted_film() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- The people and their marks are locked, which every copy, viewing and detail has.
  perform from public.user_copies where film_id = old.id order by user_id, id for update;
  perform from public.user_viewings where film_id = old.id order by user_id, id for update;
  perform from public.user_wish_details where film_id = old.id order by user_id for update;
  insert into private.removed_details (user_id, id, kind, film_id, mark, contents)
  select user_id, id, 'copy', old.id, 'film', to_jsonb(copy) from public.user_copies copy where film_id = old.id
  union all
  select user_id, id, 'viewing', old.id, 'film', to_jsonb(viewing) from public.user_viewings viewing where film_id = old.id
  union all
  select
    user_id, gen_random_uuid(), 'wish', old.id, 'film', to_jsonb(wish) || coalesce(to_jsonb(details), '{}')
  from (select * from public.user_wishlist where film_id = old.id) as wish
  left join (select * from public.user_wish_details where film_id = old.id) as details using (user_id)
  where wants_laserdisc or wants_dvd or wants_bluray or wants_bluray_4k or priority is not null
    or details.film_id is not null
  on conflict (user_id, id) do update set
    film_id = excluded.film_id, set_id = null, mark = excluded.mark, contents = excluded.contents,
    removed_at = excluded.removed_at;
  return old;
end
$$;

-- Triggers run in the order of their names: this one runs after films_keep_tracking.
create trigger films_keep_tracking_details before delete on public.films
  for each row execute function private.keep_details_of_deleted_film();

-- Replaces the function of deleted_films.sql. It also restores the details.
create or replace function public.restore_film(film_id integer) returns void
  language plpgsql volatile security definer
  set search_path = ''
as $$
declare
  deleted jsonb;
  inserted integer;
  holder text;
  details private.removed_details[];
begin
  perform private.require_admin();
  -- This waits for a deletion under way; otherwise the film would be restored as an earlier deletion left it.
  perform from public.films film where film.id = restore_film.film_id for update;
  select change.before into deleted
  from public.film_changes change
  where change.film_id = restore_film.film_id and change.operation = 'deleted'
  order by change.id desc
  limit 1;
  if deleted is null then
    raise exception 'That film was never deleted.' using errcode = 'PT404';
  end if;

  execute format(
    'insert into public.films (%1$s) overriding system value
    select %1$s from jsonb_populate_record(null::public.films, $1)
    on conflict do nothing',
    private.film_columns()
  ) using deleted;
  get diagnostics inserted = row_count;
  -- Of two people who restore a film at once, the second waits and then meets this conflict.
  if inserted = 0 and exists (select from public.films where id = restore_film.film_id) then
    raise exception 'The film is in the catalogue already.' using errcode = 'PT409';
  end if;
  if inserted = 0 then
    select title into holder from public.films where spine = (deleted ->> 'spine')::integer;
    raise exception 'Spine % now belongs to “%”.', deleted ->> 'spine', holder
      using errcode = 'PT409', hint = 'Give that film another spine first.';
  end if;

  -- People are locked first, as above.
  perform from public.profiles
  where id in (select kept.user_id from private.tracking_of_deleted_films kept where kept.film_id = restore_film.film_id)
  order by id for key share;
  -- The film does not restore what people had removed themselves.
  perform set_config('tracking.adds_details', 'yes', true);
  with kept as (
    delete from private.tracking_of_deleted_films kept where kept.film_id = restore_film.film_id returning *
  ),
  own as (
    insert into public.user_ownership (user_id, film_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k)
    select kept.user_id, kept.film_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k
    from kept where owns_dvd is not null
  ),
  wish as (
    insert into public.user_wishlist (user_id, film_id) select kept.user_id, kept.film_id from kept where wishlisted
  )
  insert into public.user_watched (user_id, film_id) select kept.user_id, kept.film_id from kept where watched;
  perform set_config('tracking.adds_details', '', true);
  with gone as (
    delete from private.removed_details kept where kept.film_id = restore_film.film_id and kept.mark = 'film' returning kept.*
  )
  select array_agg(row (gone.*)::private.removed_details) into details from gone;
  perform private.put_back(details);
end
$$;
