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

-- Replaces the function of mark_changes.sql and its triggers. It also records changes of sets, copies, viewings, and of the
-- details of wishes, for which its argument names the list, and all rows of a statement at once: row by row, a statement of
-- 20,000 rows would occupy the embedded engine for seconds.
drop function private.record_mark_change cascade;

create function private.record_mark_changes() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  name_of_list constant text := coalesce(tg_argv[0], tg_table_name);
  changed jsonb[];
begin
  -- Only what a person changes of their own, and not what apply_marks writes, which records the time of each mark.
  if me is null or current_setting('tracking.applies_marks', true) = 'yes' then return null; end if;
  if tg_op = 'UPDATE' then
    changed := array(
      select to_jsonb(touched) from touched where user_id = me
      except all select to_jsonb(former) from former where user_id = me
    );
  else
    changed := array(select to_jsonb(touched) from touched where user_id = me);
  end if;
  insert into private.mark_changes (user_id, film_id, list, changed_at, session_id)
  select me, title, list_of_row, now(), (auth.jwt() ->> 'session_id')::uuid
  from (
    select distinct
      coalesce(one ->> 'film_id', one ->> 'set_id')::integer as title,
      concat_ws(' ', name_of_list, case when tg_table_name in ('user_copies', 'user_viewings') then one ->> 'id' end) as list_of_row
    from unnest(changed) as one
  ) as row
  order by title, list_of_row
  on conflict (user_id, film_id, list) do update
  set changed_at = excluded.changed_at, session_id = excluded.session_id, stamp = null;
  return null;
end
$$;

-- Not for a deletion that cascades: who deletes a film or an account does not change what they track.
do $$
declare
  tracking record;
begin
  for tracking in
    select * from (values
      ('user_ownership', ''), ('user_wishlist', ''), ('user_watched', ''), ('user_sets', ''), ('user_copies', ''),
      ('user_viewings', ''), ('user_wish_details', '''user_wishlist''')
    ) as tables (name, list)
  loop
    execute format(
      'create trigger %1$I after insert on public.%4$I referencing new table as touched
         for each statement execute function private.record_mark_changes(%5$s);
       create trigger %2$I after update on public.%4$I referencing old table as former new table as touched
         for each statement execute function private.record_mark_changes(%5$s);
       create trigger %3$I after delete on public.%4$I referencing old table as touched
         for each statement when (pg_trigger_depth() = 0) execute function private.record_mark_changes(%5$s)',
      tracking.name || '_record_insert', tracking.name || '_record_update', tracking.name || '_record_delete',
      tracking.name, tracking.list
    );
  end loop;
end
$$;

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
