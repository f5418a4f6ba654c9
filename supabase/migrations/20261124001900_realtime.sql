-- What is sent to the open tabs of a person (server/realtime/). A change is announced by its table, its kind and the keys of
-- its rows; the listener reads the rows under the row rules.

-- Films: everyone reads them and few change them, so their commits notify. A payload of PostgreSQL has fewer than 8,000
-- bytes; "rows" is null for a change of too many rows to name.
create function private.notify_changed_films() returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  rows json;
begin
  if tg_op = 'UPDATE' then
    select json_agg(json_build_object('id', id)) into rows from (
      select touched.id from touched join former using (id) where touched.revision <> former.revision limit 201
    ) as few;
  else
    select json_agg(json_build_object('id', id)) into rows from (select id from touched limit 201) as few;
  end if;
  if rows is null then return null; end if;
  if json_array_length(rows) > 200 then rows := null; end if;
  perform pg_notify('changed_rows', json_build_object(
    'table', tg_table_name, 'type', tg_op, 'person', null, 'rows', rows
  )::text);
  return null;
end
$$;

create trigger films_notify_insert after insert on public.films
  referencing new table as touched
  for each statement execute function private.notify_changed_films();
create trigger films_notify_update after update on public.films
  referencing old table as former new table as touched
  for each statement execute function private.notify_changed_films();
create trigger films_notify_delete after delete on public.films
  referencing old table as touched
  for each statement execute function private.notify_changed_films();

-- Tracking: commits that notify wait for one another, and ticks must not. So a change is only noted, in a setting that ends
-- with the transaction. The server reads it with the last statement of the transaction and notifies later, for many
-- transactions at once. Only what a person changes of their own is noted. The arguments are the columns of the key.
create function private.note_changes() returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  noted constant text := coalesce(current_setting('realtime.changes', true), '');
  -- Too many to name.
  many constant text := json_build_object('table', null, 'type', null, 'person', me, 'rows', null)::text;
  rows json;
  line text;
begin
  if me is null or noted = many then return null; end if;
  select json_agg(key) into rows from (
    select (
      select json_object_agg(name, value) from jsonb_each(to_jsonb(touched)) as every (name, value) where name = any (tg_argv)
    ) as key
    from touched where user_id = me
    limit 101
  ) as few;
  if rows is null then return null; end if;
  line := json_build_object('table', tg_table_name, 'type', tg_op, 'person', me, 'rows', rows)::text;
  perform set_config('realtime.changes', case
    when json_array_length(rows) > 100 or octet_length(noted) + octet_length(line) > 7000 then many
    else concat_ws(E'\n', nullif(noted, ''), line)
  end, true);
  return null;
end
$$;

do $$
declare
  tracking record;
  operation text;
begin
  for tracking in
    select * from (values
      ('user_ownership', 'user_id, film_id'), ('user_wishlist', 'user_id, film_id'), ('user_watched', 'user_id, film_id'),
      ('user_sets', 'user_id, set_id'), ('user_copies', 'user_id, id'), ('user_viewings', 'user_id, id'),
      ('user_wish_details', 'user_id, film_id')
    ) as tables (name, key)
  loop
    foreach operation in array array['insert', 'update', 'delete'] loop
      execute format(
        'create trigger %I after %s on public.%I referencing %s table as touched
         for each statement execute function private.note_changes(%s)',
        tracking.name || '_note_' || operation, operation, tracking.name,
        case operation when 'delete' then 'old' else 'new' end, tracking.key
      );
    end loop;
  end loop;
end
$$;
