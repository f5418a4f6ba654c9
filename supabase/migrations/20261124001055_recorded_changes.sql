-- Every change of what a person tracks is recorded in mark_changes, also of sets, copies, viewings and details of
-- wishes. Its column film_id holds the id of a set if the change is of a set or of a set's copy. The list of a copy or
-- viewing ends in its id.

-- Records that a person changed these rows now. The two arrays are of one length.
create function private.record_changes(of_user uuid, ids integer[], lists text[]) returns void
  language plpgsql volatile
  set search_path = ''
as $$
begin
  insert into private.mark_changes (user_id, film_id, list, changed_at, session_id)
  select of_user, id, list, now(), (auth.jwt() ->> 'session_id')::uuid from unnest(ids, lists) as changed (id, list)
  on conflict (user_id, film_id, list) do update
  set changed_at = excluded.changed_at, session_id = excluded.session_id, stamp = null;
end
$$;

revoke execute on function private.record_changes from public;

-- Replaces the function of mark_changes.sql. It also records changes of sets, copies, viewings, and of the details of wishes,
-- for which its argument names the list.
create or replace function private.record_mark_change() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  changed constant jsonb := to_jsonb(coalesce(new, old));
begin
  -- Only what a person changes of their own, and not what apply_marks writes, which records the time of each mark.
  if auth.jwt() ->> 'sub' = changed ->> 'user_id'
    and current_setting('tracking.applies_marks', true) is distinct from 'yes'
  then
    perform private.record_changes(
      (changed ->> 'user_id')::uuid,
      array[coalesce(changed ->> 'film_id', changed ->> 'set_id')::integer],
      array[concat_ws(' ', coalesce(tg_argv[0], tg_table_name),
        case when tg_table_name in ('user_copies', 'user_viewings') then changed ->> 'id' end)]
    );
  end if;
  return null;
end
$$;

create trigger user_wishlist_record_update after update on public.user_wishlist
  for each row when (old.* is distinct from new.*) execute function private.record_mark_change();
create trigger user_wish_details_record after insert or update on public.user_wish_details
  for each row execute function private.record_mark_change('user_wishlist');
create trigger user_wish_details_record_delete after delete on public.user_wish_details
  for each row when (pg_trigger_depth() = 0) execute function private.record_mark_change('user_wishlist');
create trigger user_sets_record_insert after insert on public.user_sets
  for each row execute function private.record_mark_change();
create trigger user_sets_record_update after update on public.user_sets
  for each row when (old.* is distinct from new.*) execute function private.record_mark_change();
create trigger user_sets_record_delete after delete on public.user_sets
  for each row when (pg_trigger_depth() = 0) execute function private.record_mark_change();
create trigger user_copies_record after insert or update on public.user_copies
  for each row execute function private.record_mark_change();
create trigger user_copies_record_delete after delete on public.user_copies
  for each row when (pg_trigger_depth() = 0) execute function private.record_mark_change();
create trigger user_viewings_record after insert or update on public.user_viewings
  for each row execute function private.record_mark_change();
create trigger user_viewings_record_delete after delete on public.user_viewings
  for each row when (pg_trigger_depth() = 0) execute function private.record_mark_change();

-- Replaces the function of mark_changes.sql. It runs once for each statement instead of each row, because an import inserts
-- thousands. The settings leave the index by age as the only way to read the rows in this order: otherwise the planner, which
-- knows little of a new person, reads all rows of that person or of everybody.
create or replace function private.delete_expired_mark_changes() returns void
  language plpgsql volatile security definer
  set search_path = ''
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_sort = off
as $$
declare
  expired constant tid[] := array(
    select ctid from private.mark_changes
    where user_id = auth.uid() and changed_at < now() - interval '90 days'
    order by changed_at
    for update skip locked
  );
begin
  if expired <> '{}' then
    delete from private.mark_changes where user_id = auth.uid() and ctid = any (expired);
  end if;
end
$$;

drop trigger mark_changes_delete_expired on private.mark_changes;
create trigger mark_changes_delete_expired after insert on private.mark_changes
  for each statement execute function private.delete_expired_mark_changes_after_insert();
