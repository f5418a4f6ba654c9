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

-- A mark of a film or a set: a format, `watched`, `wishlist`, or `ownership` for a row of user_ownership or user_sets.
create type private.title_mark as (film_id integer, set_id integer, mark text);

-- The marks that rows of a table hold.
create function private.marks_of_rows(relation text, held jsonb[]) returns setof private.title_mark
  language sql immutable
  set search_path = ''
as $$
  select (one ->> 'film_id')::integer, (one ->> 'set_id')::integer, mark
  from unnest(held) as one, unnest(
    case when relation in ('user_ownership', 'user_sets') then private.ticked_formats(one) || '{ownership}'
    else array[replace(relation, 'user_', '')] end
  ) as mark
$$;

-- The ids of a person's copies of formats that are no longer marked.
create function private.copies_of_marks(of_user uuid, marks private.title_mark[]) returns uuid[]
  language sql stable
  set search_path = ''
as $$
  -- With OR, each mark would read all copies of the person.
  select array(
    select own.id from unnest(marks) as one
    join public.user_copies own on own.user_id = of_user and own.film_id = one.film_id and own.format = one.mark
    union all
    select own.id from unnest(marks) as one
    join public.user_copies own on own.user_id = of_user and own.set_id = one.set_id and own.format = one.mark
  )
$$;

create function private.remove_details(of_user uuid, marks private.title_mark[]) returns void
  language plpgsql volatile
  set search_path = ''
  set enable_seqscan = off
as $$
declare
  gone_copies constant uuid[] := private.copies_of_marks(of_user, marks);
  unwatched constant integer[] := array(select film_id from unnest(marks) as one where one.mark = 'watched');
  titles integer[];
  lists text[];
begin
  delete from private.removed_details
  where user_id = of_user and removed_at < now() - interval '1 day';

  with copies as (
    delete from public.user_copies own
    where own.user_id = of_user and own.id = any (gone_copies)
    returning own.*
  ),
  viewings as (
    delete from public.user_viewings own
    where own.user_id = of_user and own.film_id = any (unwatched)
    returning own.*
  ),
  removed as (
    select id, 'copy' as kind, film_id, set_id, format as mark, to_jsonb(copies) as contents from copies
    union all
    select id, 'viewing', film_id, null, 'watched', to_jsonb(viewings) from viewings
  ),
  kept as (
    insert into private.removed_details (user_id, id, kind, film_id, set_id, mark, contents)
    select of_user, id, kind, film_id, set_id, mark, contents from removed
    on conflict (user_id, id) do update set
      film_id = excluded.film_id, set_id = excluded.set_id, mark = excluded.mark, contents = excluded.contents,
      removed_at = excluded.removed_at
    returning id, kind, coalesce(film_id, set_id) as title
  )
  select array_agg(title), array_agg(case kind when 'copy' then 'user_copies ' else 'user_viewings ' end || id)
  into titles, lists from kept;
  -- A queued change of a removed copy or viewing is not applied.
  if lists is not null then
    perform private.record_changes(of_user, titles, lists);
  end if;
end
$$;

-- Inserts the details that were removed with marks within a day.
create function private.restore_details(of_user uuid, marks private.title_mark[]) returns void
  language plpgsql volatile
  set search_path = ''
  set enable_seqscan = off
as $$
declare
  details private.removed_details[];
begin
  with removed as (
    delete from private.removed_details kept
    where kept.user_id = of_user and kept.id = any (array(
      -- With OR, each mark would read all that is kept of the person.
      select kept.id from unnest(marks) as one
      join private.removed_details kept
        on kept.user_id = of_user and kept.film_id = one.film_id and kept.mark = one.mark
      union all
      select kept.id from unnest(marks) as one
      join private.removed_details kept
        on kept.user_id = of_user and kept.film_id is null and kept.set_id = one.set_id and kept.mark = one.mark
    ))
      and kept.removed_at >= now() - interval '1 day'
    returning kept.*
  )
  select array_agg(row (removed.*)::private.removed_details) into details from removed;
  if details is null then return; end if;
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

-- Keeps the wishes that a person removed with their details, which only their owner reads. Only the last wish for a film is
-- restored.
create function private.remove_wishes(of_user uuid, wishes jsonb[]) returns void
  language sql volatile
  set search_path = ''
  set enable_seqscan = off
as $$
  with wish as (
    select one as contents, gone.* from unnest(wishes) as one, jsonb_populate_record(null::public.user_wishlist, one) as gone
  ),
  details as (
    delete from public.user_wish_details own
    where own.user_id = of_user and own.film_id = any (array(select film_id from wish))
    returning own.*
  ),
  former as (
    delete from private.removed_details earlier
    where earlier.user_id = of_user and earlier.film_id = any (array(select film_id from wish))
      and earlier.mark = 'wishlist'
  )
  insert into private.removed_details (user_id, id, kind, film_id, mark, contents)
  select of_user, gen_random_uuid(), 'wish', wish.film_id, 'wishlist', wish.contents || coalesce(to_jsonb(details), '{}')
  from wish left join details on details.film_id = wish.film_id
  -- An undone import made the wish, so its details are not kept.
  where coalesce(current_setting('tracking.imports', true), '') <> 'yes'
    and (
      wish.wants_laserdisc or wish.wants_dvd or wish.wants_bluray or wish.wants_bluray_4k or wish.priority is not null
      or details.film_id is not null
    )
$$;

revoke execute on function
  private.remove_wishes, private.marks_of_rows, private.copies_of_marks, private.remove_details, private.restore_details from public;

-- The marks of a statement restore their details.
create function private.restore_details_of_marks() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  person uuid;
begin
  if current_setting('tracking.adds_details', true) = 'yes' then return null; end if;
  for person in select distinct user_id from touched order by user_id loop
    -- Of most people nothing is kept: checking first keeps a tick fast.
    if exists (select from private.removed_details kept where kept.user_id = person) then
      perform private.restore_details(person, array(
        select one from private.marks_of_rows(
          tg_table_name, array(select to_jsonb(touched) from touched where user_id = person)
        ) as one
      ));
    end if;
  end loop;
  return null;
end
$$;

-- The marks that a statement removes take their details with them, and no longer belong to an import, even if they are
-- set again.
create function private.remove_details_of_marks() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  person uuid;
  gone private.title_mark[];
begin
  for person in select distinct user_id from former order by user_id loop
    gone := array(
      select one from private.marks_of_rows(
        tg_table_name, array(select to_jsonb(former) from former where user_id = person)
      ) as one
    );
    if tg_op = 'UPDATE' then
      gone := array(
        select one from unnest(gone) as one
        except select one from private.marks_of_rows(
          tg_table_name, array(select to_jsonb(touched) from touched where user_id = person)
        ) as one
      );
    end if;
    if gone <> '{}' then
      perform private.forget_import_marks(person, gone);
      if tg_table_name = 'user_wishlist' then
        perform private.remove_wishes(person, array(select to_jsonb(former) from former where user_id = person));
      else
        perform private.remove_details(person, gone);
      end if;
    end if;
  end loop;
  -- apply_marks makes room once, after its marks.
  if pg_trigger_depth() = 1 and auth.uid() is not null
    and coalesce(current_setting('tracking.applies_marks', true), '') <> 'yes'
  then
    perform private.bound_removed_details();
  end if;
  return null;
end
$$;

-- Not for a deletion that cascades, which deletes these rows as well. Of the triggers of an update, the one that restores has
-- the later name.
do $$
declare
  tracking text;
begin
  foreach tracking in array array['user_ownership', 'user_sets', 'user_watched', 'user_wishlist'] loop
    execute format(
      'create trigger %1$s_remove_details after delete on public.%1$s referencing old table as former
         for each statement when (pg_trigger_depth() = 0) execute function private.remove_details_of_marks();
       create trigger %1$s_restore_details after insert on public.%1$s referencing new table as touched
         for each statement execute function private.restore_details_of_marks()',
      tracking
    );
  end loop;
  foreach tracking in array array['user_ownership', 'user_sets'] loop
    execute format(
      'create trigger %1$s_remove_details_of_ticks after update on public.%1$s
         referencing old table as former new table as touched
         for each statement execute function private.remove_details_of_marks();
       create trigger %1$s_restore_details_of_ticks after update on public.%1$s
         referencing new table as touched
         for each statement execute function private.restore_details_of_marks()',
      tracking
    );
  end loop;
end
$$;
