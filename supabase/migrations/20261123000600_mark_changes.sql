-- When a person last changed what they track. A tick made without a network is left out where the person has changed the
-- same row elsewhere since. These times are not columns of the lists, because everyone reads those.

create table private.mark_changes (
  -- No references: a tick that holds the row of a list must not wait for the deletion of its person or film.
  user_id uuid not null,
  film_id integer not null,
  list text collate "C" not null,
  changed_at timestamptz not null,
  -- The sign-in that made the change. A change by the same browser is not a change elsewhere.
  session_id uuid,
  -- The time by the browser's clock, which orders its own marks; null where the change was sent when it was made.
  stamp bigint,
  primary key (user_id, film_id, list)
);

create index mark_changes_by_age on private.mark_changes (user_id, changed_at);

revoke all on private.mark_changes from anon, authenticated;

create function private.record_mark_change() returns trigger
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
  return null;
end
$$;

-- Not for a deletion that cascades: who deletes a film or an account does not change what they track.
create trigger user_ownership_record_insert after insert on public.user_ownership
  for each row execute function private.record_mark_change();
create trigger user_ownership_record_update after update on public.user_ownership
  for each row when (old.* is distinct from new.*) execute function private.record_mark_change();
create trigger user_ownership_record_delete after delete on public.user_ownership
  for each row when (pg_trigger_depth() = 0) execute function private.record_mark_change();
create trigger user_wishlist_record_insert after insert on public.user_wishlist
  for each row execute function private.record_mark_change();
create trigger user_wishlist_record_delete after delete on public.user_wishlist
  for each row when (pg_trigger_depth() = 0) execute function private.record_mark_change();
create trigger user_watched_record_insert after insert on public.user_watched
  for each row execute function private.record_mark_change();
create trigger user_watched_record_delete after delete on public.user_watched
  for each row when (pg_trigger_depth() = 0) execute function private.record_mark_change();

create function private.delete_mark_changes_of_profile() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  delete from private.mark_changes where user_id = old.id;
  return null;
end
$$;

-- Triggers run in the order of their names: this one runs after the cascades, which have waited for every tick under way.
create trigger profiles_delete_mark_changes after delete on public.profiles
  for each row execute function private.delete_mark_changes_of_profile();

-- apply_marks refuses marks older than 90 days, so no older time is needed. Rows that another change of the same person
-- holds are skipped: two changes that waited for each other's rows would never end.
create function private.delete_expired_mark_changes() returns void
  language sql volatile security definer
  set search_path = ''
as $$
  delete from private.mark_changes where user_id = auth.uid() and (film_id, list) in (
    select film_id, list from private.mark_changes
    where user_id = auth.uid() and changed_at < now() - interval '90 days'
    for update skip locked
  )
$$;

create function private.delete_expired_mark_changes_after_insert() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  perform private.delete_expired_mark_changes();
  return null;
end
$$;

-- Only a new row takes room, and so only an insert makes room.
create trigger mark_changes_delete_expired after insert on private.mark_changes
  for each row execute function private.delete_expired_mark_changes_after_insert();

-- Marks that were made earlier.

-- Records that the caller changed a row at an earlier time; null if the row was changed elsewhere since. The marks of one
-- sign-in are compared by the browser's clock, because nobody knows how long each was on its way.
create function private.record_earlier_mark_change(film_id integer, list text, made_at timestamptz, stamp bigint)
  returns boolean
  language sql volatile security definer
  set search_path = ''
as $$
  insert into private.mark_changes as known (user_id, film_id, list, changed_at, session_id, stamp)
  values (auth.uid(), film_id, list, made_at, (auth.jwt() ->> 'session_id')::uuid, stamp)
  on conflict (user_id, film_id, list) do update
  set changed_at = excluded.changed_at, session_id = excluded.session_id, stamp = excluded.stamp
  where case
    when known.session_id = excluded.session_id then coalesce(known.stamp <= excluded.stamp, true)
    else known.changed_at <= excluded.changed_at
  end
  returning true
$$;

-- Writes one mark of one film under the caller's row rules. A repetition changes nothing.
create function private.write_mark(of_user uuid, mark text, of_film integer, is_on boolean) returns void
  language plpgsql volatile
  set search_path = ''
as $$
begin
  case
    when mark = 'wishlist' and is_on then
      insert into public.user_wishlist (user_id, film_id) values (of_user, of_film) on conflict do nothing;
    when mark = 'wishlist' then
      delete from public.user_wishlist where user_id = of_user and film_id = of_film;
    when mark = 'watched' and is_on then
      insert into public.user_watched (user_id, film_id) values (of_user, of_film) on conflict do nothing;
    when mark = 'watched' then
      delete from public.user_watched where user_id = of_user and film_id = of_film;
    else
      insert into public.user_ownership as own (user_id, film_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k)
      values (
        of_user, of_film, mark = 'laserdisc' and is_on, mark = 'dvd' and is_on, mark = 'bluray' and is_on,
        mark = 'bluray_4k' and is_on
      )
      on conflict (user_id, film_id) do update set
        owns_laserdisc = case mark when 'laserdisc' then is_on else own.owns_laserdisc end,
        owns_dvd = case mark when 'dvd' then is_on else own.owns_dvd end,
        owns_bluray = case mark when 'bluray' then is_on else own.owns_bluray end,
        owns_bluray_4k = case mark when 'bluray_4k' then is_on else own.owns_bluray_4k end;
  end case;
end
$$;

revoke execute on function
  private.record_earlier_mark_change, private.write_mark, private.delete_expired_mark_changes from public;
grant execute on function
  private.record_earlier_mark_change, private.write_mark, private.delete_expired_mark_changes to authenticated;

create function public.apply_marks(of_user uuid, marks jsonb, sent_at bigint) returns text[]
  language plpgsql volatile
  set search_path = ''
as $$
declare
  most constant integer := 200;
  one record;
  list text;
  age bigint;
  outcome text;
  outcomes text[] := '{}';
begin
  if of_user is distinct from auth.uid() then
    raise exception 'These marks are another person''s.' using errcode = '42501';
  end if;
  if jsonb_typeof(marks) is distinct from 'array' or jsonb_array_length(marks) > most or sent_at is null then
    raise exception 'Send a list of at most % marks, and when.', most using errcode = '22023';
  end if;
  -- Locked before any row of the lists: a deletion of the account waits, and deletes what is recorded here.
  perform from public.profiles where id = of_user for key share;
  if not found then
    raise exception 'This account is deleted.' using errcode = '42501';
  end if;
  perform set_config('tracking.applies_marks', 'yes', true);

  for one in
    select * from rows from (
      jsonb_to_recordset(marks) as (mark text, film_id integer, "on" boolean, made_at bigint)
    ) with ordinality
    order by ordinality
  loop
    if not coalesce(
      one.mark in ('wishlist', 'watched', 'laserdisc', 'dvd', 'bluray', 'bluray_4k')
      and one.film_id is not null and one."on" is not null and one.made_at is not null, false)
    then
      raise exception 'A mark has a mark, film_id, on and made_at.' using errcode = '22023';
    end if;
    list := case when one.mark in ('wishlist', 'watched') then 'user_' || one.mark else 'user_ownership' end;
    -- Both times are by the sender's clock, which may be wrong: only their difference counts.
    age := greatest(sent_at - one.made_at, 0);

    begin
      if not exists (select from public.films where id = one.film_id) then
        outcome := 'no film';
      elsif age > 90 * 86400000::bigint then
        outcome := 'changed';
      else
        outcome := case
          when one."on" = case list
            when 'user_wishlist' then exists (
              select from public.user_wishlist where user_id = of_user and film_id = one.film_id)
            when 'user_watched' then exists (
              select from public.user_watched where user_id = of_user and film_id = one.film_id)
            else exists (
              select from public.user_ownership
              where user_id = of_user and film_id = one.film_id and case one.mark
                when 'laserdisc' then owns_laserdisc
                when 'dvd' then owns_dvd
                when 'bluray' then owns_bluray
                else owns_bluray_4k
              end)
          end then 'same'
          else 'written'
        end;
        -- Written before the times are compared: the write waits for another that is changing the row.
        if outcome = 'written' then perform private.write_mark(of_user, one.mark, one.film_id, one."on"); end if;
        if private.record_earlier_mark_change(one.film_id, list, now() - age * interval '1 millisecond', one.made_at) is null
          and outcome = 'written'
        then
          raise exception using errcode = 'LATER';
        end if;
      end if;
    exception
      when sqlstate 'LATER' then outcome := 'changed';
      -- The film was deleted at this moment.
      when foreign_key_violation then outcome := 'no film';
    end;
    outcomes := outcomes || outcome;
  end loop;

  perform set_config('tracking.applies_marks', '', true);
  perform private.delete_expired_mark_changes();
  return outcomes;
end
$$;

comment on function public.apply_marks is
  'Writes marks that a person made earlier, in their order; a repetition changes nothing. Each is {mark, film_id, on, made_at}; made_at and sent_at are milliseconds of one clock. Returns for each: written, same (it was so already), changed (elsewhere since, and left so), no film.';

revoke execute on function public.apply_marks from public, anon;
grant execute on function public.apply_marks to authenticated;
