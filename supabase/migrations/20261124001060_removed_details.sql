-- Removing a mark removes its details: a format its copies, *watched* its viewings, a wish its note and price. Setting the
-- mark again within a day restores them, so an Undo needs no other function.

create table private.removed_details (
  user_id uuid not null references public.profiles on delete cascade,
  -- The id of the copy or viewing.
  id uuid not null,
  kind text collate "C" not null check (kind in ('copy', 'viewing', 'wish')),
  film_id integer,
  set_id integer,
  -- A format, `watched` or `wishlist`.
  mark text collate "C" not null,
  contents jsonb not null,
  removed_at timestamptz not null default now(),
  primary key (user_id, id)
);

create index removed_details_by_film on private.removed_details (user_id, film_id);
create index removed_details_by_age on private.removed_details (user_id, removed_at);

revoke all on private.removed_details from anon, authenticated;

create function private.remove_details(of_user uuid, of_film integer, of_set integer, marks text[]) returns void
  language plpgsql volatile
  set search_path = ''
as $$
declare
  lists text[];
begin
  delete from private.removed_details
  where user_id = of_user and removed_at < now() - interval '1 day';

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
    select id, 'copy' as kind, format as mark, to_jsonb(copies) as contents from copies
    union all
    select id, 'viewing', 'watched', to_jsonb(viewings) from viewings
  ),
  kept as (
    insert into private.removed_details (user_id, id, kind, film_id, set_id, mark, contents)
    select of_user, id, kind, of_film, of_set, mark, contents from removed
    on conflict (user_id, id) do update set
      film_id = excluded.film_id, set_id = excluded.set_id, mark = excluded.mark, contents = excluded.contents,
      removed_at = excluded.removed_at
    returning id, kind
  )
  select array_agg(case kind when 'copy' then 'user_copies ' else 'user_viewings ' end || id) into lists from kept;
  -- A queued change of a removed copy or viewing is not applied.
  if lists is not null then
    perform private.record_changes(of_user, array_fill(coalesce(of_film, of_set), array[cardinality(lists)]), lists);
  end if;
end
$$;

-- Stores a removed wish in removed_details, and moves its details, which only its owner reads, there.
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

-- Inserts the details that were removed with marks of a film or set within a day.
create function private.restore_details_of_marks(of_user uuid, of_film integer, of_set integer, marks text[]) returns void
  language plpgsql volatile
  set search_path = ''
as $$
declare
  details private.removed_details[];
begin
  with removed as (
    delete from private.removed_details kept
    where kept.user_id = of_user and (kept.film_id = of_film or kept.set_id = of_set) and kept.mark = any (marks)
      and kept.removed_at >= now() - interval '1 day'
    returning kept.*
  )
  select array_agg(row (removed.*)::private.removed_details) into details from removed;
  insert into public.user_copies
  select copy.*
  from unnest(details) as one, jsonb_populate_record(null::public.user_copies, one.contents) as copy
  where one.kind = 'copy' and copy.user_id = of_user
  on conflict do nothing;
  insert into public.user_viewings
  select viewing.*
  from unnest(details) as one, jsonb_populate_record(null::public.user_viewings, one.contents) as viewing
  where one.kind = 'viewing' and viewing.user_id = of_user
  on conflict do nothing;
  update public.user_wishlist own set
    wants_laserdisc = wish.wants_laserdisc, wants_dvd = wish.wants_dvd, wants_bluray = wish.wants_bluray,
    wants_bluray_4k = wish.wants_bluray_4k, priority = wish.priority
  from unnest(details) as one, jsonb_populate_record(null::public.user_wishlist, one.contents) as wish
  where one.kind = 'wish' and own.user_id = of_user and own.film_id = one.film_id
    -- What was chosen with the new wish stays.
    and not (own.wants_laserdisc or own.wants_dvd or own.wants_bluray or own.wants_bluray_4k)
    and own.priority is null;
  insert into public.user_wish_details
  select known.*
  from unnest(details) as one, jsonb_populate_record(null::public.user_wish_details, one.contents) as known
  where one.kind = 'wish' and known.user_id = of_user
    and (known.note is not null or known.price is not null or known.currency is not null)
  on conflict do nothing;
end
$$;

revoke execute on function
  private.remove_details, private.remove_wish_details, private.restore_details_of_marks from public;

-- Restoring the details of a mark.

create function private.restore_details_of_mark() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  own constant jsonb := to_jsonb(new);
begin
  if current_setting('tracking.adds_details', true) = 'yes' then return null; end if;
  -- Most marks have no removed details: checking first keeps a tick fast.
  if own ? 'film_id' and not exists (
    select from private.removed_details kept
    where kept.user_id = new.user_id and kept.film_id = (own ->> 'film_id')::integer
  ) then
    return null;
  end if;
  perform private.restore_details_of_marks(
    new.user_id, (own ->> 'film_id')::integer, (own ->> 'set_id')::integer,
    case
      when tg_table_name in ('user_ownership', 'user_sets') then private.ticked_formats(own)
      else array[replace(tg_table_name, 'user_', '')]
    end
  );
  return null;
end
$$;

create trigger user_ownership_restore_copies after insert or update on public.user_ownership
  for each row execute function private.restore_details_of_mark();
create trigger user_sets_restore_copies after insert or update on public.user_sets
  for each row execute function private.restore_details_of_mark();
create trigger user_watched_restore_viewings after insert on public.user_watched
  for each row execute function private.restore_details_of_mark();
create trigger user_wishlist_restore_details after insert on public.user_wishlist
  for each row execute function private.restore_details_of_mark();

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
    perform private.remove_details(old.user_id, old.film_id, null, private.ticked_formats(to_jsonb(old), to_jsonb(new)));
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
    perform private.remove_details(old.user_id, null, old.set_id, private.ticked_formats(to_jsonb(old), to_jsonb(new)));
  end if;
  return null;
end
$$;

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
