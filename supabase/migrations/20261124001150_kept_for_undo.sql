-- What is kept of what a person removed counts towards the person's limits (copies.sql, viewings.sql, wishes.sql): if there is
-- more, the oldest goes first. The changes that are recorded to recognize older ones have a limit, too.

-- A statement that removes marks calls it at its end (removed_details.sql).
create function private.bound_removed_details() returns void
  language plpgsql volatile security definer
  set search_path = ''
as $$
declare
  of_user constant uuid := auth.uid();
begin
  -- Most people have none: checking first keeps an untick fast.
  if not exists (select from private.removed_details where user_id = of_user) then return; end if;
  delete from private.removed_details kept
  using (
    select
      removed.id,
      row_number() over newest + case removed.kind
        when 'copy' then (select count(*) from public.user_copies own where own.user_id = of_user)
        when 'viewing' then (select count(*) from public.user_viewings own where own.user_id = of_user)
        else 0
      end as number,
      sum(private.bytes_of(
        removed.contents ->> 'store', removed.contents ->> 'place', removed.contents ->> 'lent_to', removed.contents ->> 'note'
      )) over newest + case removed.kind
        when 'copy' then (
          select coalesce(sum(private.bytes_of(own.store, own.place, own.lent_to, own.note)), 0)
          from public.user_copies own where own.user_id = of_user
        )
        when 'viewing' then (
          select coalesce(sum(octet_length(own.note)), 0) from public.user_viewings own where own.user_id = of_user
        )
        else (select coalesce(sum(octet_length(own.note)), 0) from public.user_wish_details own where own.user_id = of_user)
      end as bytes
    from private.removed_details removed
    where removed.user_id = of_user
    window newest as (partition by removed.kind order by removed.removed_at desc, removed.id)
  ) as ranked
  where kept.user_id = of_user and kept.id = ranked.id and (ranked.number > 20000 or ranked.bytes > 5000000);
end
$$;

-- The ticks of a person change the same rows again; each copy and viewing has a row of its own, also after it was deleted.
-- 60,000 are all titles, copies and viewings that a person may have.
create function private.bound_mark_changes() returns void
  language plpgsql volatile security definer
  set search_path = ''
as $$
declare
  last_kept constant timestamptz := (
    select changed_at from private.mark_changes where user_id = auth.uid()
    order by changed_at desc offset 60000 limit 1
  );
begin
  if last_kept is null then return; end if;
  delete from private.mark_changes where user_id = auth.uid() and ctid = any (array(
    select ctid from private.mark_changes where user_id = auth.uid() and changed_at <= last_kept
    for update skip locked
  ));
end
$$;

create function private.bound_added_mark_changes() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if exists (select from added where list like 'user\_copies %' or list like 'user\_viewings %') then
    perform private.bound_mark_changes();
  end if;
  return null;
end
$$;

-- Once for a statement of the person, and not for each title whose copies or viewings come back.
create trigger mark_changes_bound after insert on private.mark_changes
  referencing new table as added
  for each statement when (pg_trigger_depth() = 1) execute function private.bound_added_mark_changes();

-- Deletes what is too old to be undone or compared, for the server, which calls it regularly. It looks at one person after
-- the other, because the indexes begin with the person.
create function private.delete_expired_tracking() returns void
  language sql volatile
  set search_path = ''
as $$
  delete from private.removed_details kept using public.profiles person
  where kept.user_id = person.id and kept.removed_at < now() - interval '1 day';
  delete from private.mark_changes where ctid = any (array(
    select expired.ctid
    from public.profiles person, lateral (
      select change.ctid from private.mark_changes change
      where change.user_id = person.id and change.changed_at < now() - interval '90 days'
    ) as expired
    for update skip locked
  ));
  delete from private.import_marks made using public.imports old
  where made.user_id = old.user_id and made.import_id = old.id and old.made_at < now() - interval '30 days';
  delete from private.import_set_marks made using public.imports old
  where made.user_id = old.user_id and made.import_id = old.id and old.made_at < now() - interval '30 days';
  delete from private.import_details made using public.imports old
  where made.user_id = old.user_id and made.import_id = old.id and old.made_at < now() - interval '30 days';
  delete from public.imports where made_at < now() - interval '1 year';
$$;

revoke execute on function
  private.bound_removed_details, private.bound_mark_changes, private.delete_expired_tracking from public;
grant execute on function private.bound_removed_details, private.bound_mark_changes to authenticated;

-- Refuses an import beyond the number of a day. What one adds is limited, too, but each has a row that stays for a year.
create function private.require_import_of_the_day() returns void
  language plpgsql stable
  set search_path = ''
as $$
declare
  first_of_many constant timestamptz := (
    select made_at from public.imports made
    where made.user_id = auth.uid() and made.made_at > now() - interval '1 day'
    order by made_at desc offset 99 limit 1
  );
begin
  if first_of_many is not null then
    raise exception 'You can import 100 times within 24 hours; the next time is possible at % UTC.',
      to_char(first_of_many + interval '1 day', 'HH24:MI') using errcode = '23514';
  end if;
end
$$;

revoke execute on function private.require_import_of_the_day from public;
grant execute on function private.require_import_of_the_day to authenticated;
