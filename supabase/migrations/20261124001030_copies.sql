-- The copies that people own, in detail. Only their owner reads them. A copy ticks its format.

create table public.user_copies (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  -- The browser chooses it, so that a copy added without a connection is added once.
  id uuid not null default gen_random_uuid(),
  film_id integer,
  -- A set without a spine.
  set_id integer,
  format text collate "C" not null check (format in ('laserdisc', 'dvd', 'bluray', 'bluray_4k')),
  acquired_on text collate "C" check (private.is_partial_date(acquired_on)),
  price numeric(10, 2) check (price between 0 and 99999999.99),
  currency text collate "C" check (currency ~ '^[A-Z]{3}$'),
  store text check (private.is_line(store)),
  condition text collate "C" check (condition in ('sealed', 'new', 'very_good', 'good', 'worn')),
  slipcover boolean,
  place text check (private.is_line(place)),
  lent_to text check (private.is_line(lent_to)),
  lent_on text collate "C" check (private.is_partial_date(lent_on)),
  note text check (private.is_note(note)),
  primary key (user_id, id),
  check (num_nonnulls(film_id, set_id) = 1)
);

comment on table public.user_copies is 'The copies that a person owns; only their owner reads them.';
comment on column public.user_copies.acquired_on is 'A day, a month or a year: 2026-11-23, 2026-11 or 2026.';

create index user_copies_by_person_and_film on public.user_copies (user_id, film_id, set_id);
-- For a set that is given a spine.
create index user_copies_by_set on public.user_copies (set_id, user_id);

alter table public.user_copies enable row level security;

revoke all on public.user_copies from anon, authenticated;
grant select on public.user_copies to authenticated, service_role;
grant
  insert (
    user_id, id, film_id, set_id, format, acquired_on, price, currency, store, condition, slipcover, place, lent_to,
    lent_on, note
  ),
  update (
    user_id, id, film_id, set_id, format, acquired_on, price, currency, store, condition, slipcover, place, lent_to,
    lent_on, note
  ),
  delete
  on public.user_copies to authenticated;

create policy owner_reads_own_copies on public.user_copies for select to authenticated
  using (
    user_id = (select auth.uid())
    and (film_id is null or film_id <> all (array(select film_id from sealed.deleted_films)))
    and (set_id is null or set_id <> all (array(select set_id from sealed.deleted_sets)))
  );
create policy owner_adds_own_copies on public.user_copies for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy owner_changes_own_copies on public.user_copies for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy owner_removes_own_copies on public.user_copies for delete to authenticated
  using (user_id = (select auth.uid()));

create function private.tidy_copy() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  own_film integer;
begin
  new.acquired_on := private.trimmed(new.acquired_on);
  new.currency := upper(private.trimmed(new.currency));
  new.store := private.trimmed(new.store);
  new.condition := private.trimmed(new.condition);
  new.place := private.trimmed(new.place);
  new.lent_to := private.trimmed(new.lent_to);
  new.lent_on := private.trimmed(new.lent_on);
  new.note := private.trimmed(new.note);
  if new.set_id is not null and new.film_id is null then
    -- A set with a spine is the film of that spine. The lock waits for an admin who is giving the set a spine.
    select film_id into own_film from public.sets where id = new.set_id for key share;
    if not found then
      raise foreign_key_violation using message = format('There is no set with the id %s.', new.set_id);
    end if;
    if own_film is not null then
      new.film_id := own_film;
      new.set_id := null;
    end if;
  end if;
  return new;
end
$$;

-- Giving a set a spine moves its tracking to the film, and locks people's rows in another order than their own changes
-- do. It therefore runs alone: it waits for the changes of what people own that have begun, and later ones wait for it.
create function private.lock_moves(alone boolean) returns void
  language sql volatile
  set search_path = ''
as $$
  select case when alone then pg_advisory_xact_lock(key) else pg_advisory_xact_lock_shared(key) end
  from hashtextextended('private.move_set', 0) as key
$$;

create function private.await_moves() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.lock_moves(alone => tg_table_name = 'sets');
  return null;
end
$$;

revoke execute on function private.lock_moves from public;
grant execute on function private.lock_moves to authenticated;

-- A statement takes this lock before any other: of the triggers that run before a statement, these have the first name
-- on their table.
create trigger sets_await_moves before update of film_id on public.sets
  for each statement when (pg_trigger_depth() = 0) execute function private.await_moves();
create trigger user_copies_await_moves before insert or update or delete on public.user_copies
  for each statement when (pg_trigger_depth() = 0) execute function private.await_moves();
create trigger user_ownership_await_moves before insert or update or delete on public.user_ownership
  for each statement when (pg_trigger_depth() = 0) execute function private.await_moves();
create trigger user_sets_await_moves before insert or update or delete on public.user_sets
  for each statement when (pg_trigger_depth() = 0) execute function private.await_moves();

-- Changing a copy locks the copy and then its mark; undoing an import locks the marks and then the copies. Both lock the
-- person first, so that they do not deadlock.
create function private.lock_own_profile() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform from public.profiles where id = auth.uid() for no key update;
  return null;
end
$$;

create trigger user_copies_lock_profile before update on public.user_copies
  for each statement execute function private.lock_own_profile();
create trigger user_copies_require_film before insert or update of film_id on public.user_copies
  for each row execute function private.require_film();
create trigger user_copies_tidy before insert or update on public.user_copies
  for each row execute function private.tidy_copy();

-- Ticks the formats of the copies of a statement. It does not restore copies that an untick removed.
create function private.tick_copies() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  -- An import has set it for all of its rows.
  former_setting constant text := coalesce(current_setting('tracking.adds_details', true), '');
  person uuid;
  added jsonb[];
begin
  perform set_config('tracking.adds_details', 'yes', true);
  -- One person, except when an admin gives a set a spine.
  for person in select distinct user_id from touched order by user_id loop
    if tg_op = 'INSERT' then
      added := array(select to_jsonb(touched) from touched where user_id = person);
    else
      -- Those that were there had their format ticked already.
      added := array(
        select to_jsonb(moved) from (
          select film_id, set_id, format from touched where user_id = person
          except select film_id, set_id, format from former where user_id = person
        ) as moved
      );
    end if;
    insert into public.user_sets as own (user_id, set_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k)
    select
      person, set_id, bool_or(format = 'laserdisc'), bool_or(format = 'dvd'), bool_or(format = 'bluray'),
      bool_or(format = 'bluray_4k')
    from unnest(added) as one, jsonb_to_record(one) as copy (set_id integer, format text)
    where set_id is not null
    group by set_id
    order by set_id
    on conflict (user_id, set_id) do update set
      owns_laserdisc = own.owns_laserdisc or excluded.owns_laserdisc,
      owns_dvd = own.owns_dvd or excluded.owns_dvd,
      owns_bluray = own.owns_bluray or excluded.owns_bluray,
      owns_bluray_4k = own.owns_bluray_4k or excluded.owns_bluray_4k
    where excluded.owns_laserdisc > own.owns_laserdisc or excluded.owns_dvd > own.owns_dvd
      or excluded.owns_bluray > own.owns_bluray or excluded.owns_bluray_4k > own.owns_bluray_4k;
    insert into public.user_ownership as own (user_id, film_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k)
    select
      person, film_id, bool_or(format = 'laserdisc'), bool_or(format = 'dvd'), bool_or(format = 'bluray'),
      bool_or(format = 'bluray_4k')
    from unnest(added) as one, jsonb_to_record(one) as copy (film_id integer, format text)
    where film_id is not null
    group by film_id
    order by film_id
    on conflict (user_id, film_id) do update set
      owns_laserdisc = own.owns_laserdisc or excluded.owns_laserdisc,
      owns_dvd = own.owns_dvd or excluded.owns_dvd,
      owns_bluray = own.owns_bluray or excluded.owns_bluray,
      owns_bluray_4k = own.owns_bluray_4k or excluded.owns_bluray_4k
    where excluded.owns_laserdisc > own.owns_laserdisc or excluded.owns_dvd > own.owns_dvd
      or excluded.owns_bluray > own.owns_bluray or excluded.owns_bluray_4k > own.owns_bluray_4k;
  end loop;
  perform set_config('tracking.adds_details', former_setting, true);
  return null;
end
$$;

create trigger user_copies_tick_added after insert on public.user_copies
  referencing new table as touched
  for each statement execute function private.tick_copies();
create trigger user_copies_tick_changed after update on public.user_copies
  referencing old table as former new table as touched
  for each statement execute function private.tick_copies();

-- Limits the copies of one person and the length of their texts, so that everything that a person tracks fits into one
-- response (decision 88). Copies of deleted films and sets count, because a restored title shows them again. Sequential
-- scans are off, because a plan that was made while there were few copies would read those of all people.
create function private.require_room_for_copies(of_user uuid, with_texts boolean) returns void
  language plpgsql volatile
  set search_path = ''
  set enable_seqscan = off
as $$
begin
  if 20000 < (
    select count(*) from (select from public.user_copies own where own.user_id = of_user limit 20001) as counted
  ) then
    raise exception 'You can have at most 20,000 copies.' using errcode = '23514';
  end if;
  if with_texts and 5000000 < (
    select sum(private.bytes_of(own.store, own.place, own.lent_to, own.note))
    from public.user_copies own where own.user_id = of_user
  ) then
    raise exception 'The texts of your copies can have at most 5 MB in all.' using errcode = '23514';
  end if;
end
$$;

-- The number of bytes, which is known of a long text without reading it.
create function private.bytes_of(store text, place text, lent_to text, note text) returns integer
  language sql immutable parallel safe
return
  coalesce(octet_length(store), 0) + coalesce(octet_length(place), 0) + coalesce(octet_length(lent_to), 0)
  + coalesce(octet_length(note), 0);

-- Runs once for a statement, after the row rules have admitted its rows, so that a refusal reveals nothing about another
-- person's copies.
create function private.bound_copies() returns trigger
  language plpgsql security definer
  set search_path = ''
  set enable_seqscan = off
as $$
declare
  -- The rows of a statement belong to one person, except when an admin gives a set a spine.
  person constant uuid := (select user_id from touched limit 1);
begin
  if person is null then return null; end if;
  if tg_op = 'UPDATE' then
    if (select sum(private.bytes_of(store, place, lent_to, note)) from touched)
      > (select sum(private.bytes_of(store, place, lent_to, note)) from former)
      and not private.applies_marks_itself()
    then
      perform private.require_room_for_copies(person, true);
    end if;
    return null;
  end if;
  if exists (
    select from (select distinct film_id, set_id from touched) as title
    -- One count for films and one for sets: with OR, each would read all copies of the person.
    where 100 < case when title.set_id is null
      then (select count(*) from public.user_copies own where own.user_id = person and own.film_id = title.film_id)
      else (select count(*) from public.user_copies own where own.user_id = person and own.set_id = title.set_id)
    end
  ) then
    raise exception 'A title has at most 100 copies.' using errcode = '23514';
  end if;
  if not private.applies_marks_itself() then
    perform private.require_room_for_copies(
      person, exists (select from touched where private.bytes_of(store, place, lent_to, note) > 0)
    );
  end if;
  return null;
end
$$;

-- Whether apply_marks itself writes these rows, and not a trigger of a row that it writes. It checks the limits once,
-- after its marks.
create function private.applies_marks_itself() returns boolean
  language sql stable
return pg_trigger_depth() = 1
  and coalesce(current_setting('tracking.applies_marks', true), '') = 'yes'
  and coalesce(current_setting('tracking.imports', true), '') <> 'yes';

revoke execute on function
  private.require_room_for_copies, private.bytes_of, private.applies_marks_itself from public;

create trigger user_copies_bound_added after insert on public.user_copies
  referencing new table as touched
  for each statement execute function private.bound_copies();
create trigger user_copies_bound_changed after update on public.user_copies
  referencing old table as former new table as touched
  for each statement execute function private.bound_copies();

-- When an admin gives a set a spine, its ticks and copies move to the film of that spine. They return when the admin takes
-- this back, and go to another film when the admin corrects the spine, except what their owners changed in between.

-- What moved to a film, as long as the set has its spine.
create table private.moved_sets (
  user_id uuid not null references public.profiles on delete cascade,
  set_id integer not null,
  film_id integer not null,
  -- Ticked of the set.
  formats text[] not null,
  -- Those of them that the person had not ticked of the film.
  added text[] not null,
  copies uuid[] not null,
  primary key (user_id, set_id, film_id)
);

create index moved_sets_by_set on private.moved_sets (set_id, film_id, user_id);

revoke all on private.moved_sets from anon, authenticated;

-- The formats ticked in one row of user_ownership or user_sets and not in the other row, which may be null.
create function private.ticked_formats(own jsonb, other jsonb default null) returns text[]
  language sql immutable
  set search_path = ''
return array(
  select format from unnest('{laserdisc, dvd, bluray, bluray_4k}'::text[]) as format
  where (own -> ('owns_' || format))::boolean and (other -> ('owns_' || format))::boolean is not true
);

-- What people own of a set: the ticks and copies of a set without a spine, or what is left of those that moved to its film.
create function private.owned_of_set(held public.sets) returns setof private.moved_sets
  language sql stable
  set search_path = ''
  set enable_seqscan = off
as $$
  select
    own.user_id, held.id, 0, private.ticked_formats(to_jsonb(own)), '{}'::text[],
    array(select id from public.user_copies copy where copy.user_id = own.user_id and copy.set_id = held.id)
  from public.user_sets own
  where own.set_id = held.id and held.film_id is null
  union all
  select
    moved.user_id, held.id, held.film_id,
    array(select unnest(moved.formats) intersect select unnest(private.ticked_formats(to_jsonb(own)))),
    moved.added,
    array(
      select id from public.user_copies copy
      where copy.user_id = moved.user_id and copy.film_id = held.film_id and copy.id = any (moved.copies)
    )
  from private.moved_sets moved
  left join public.user_ownership own on own.user_id = moved.user_id and own.film_id = moved.film_id
  where moved.set_id = held.id and moved.film_id = held.film_id
$$;

-- Ticks what people own of a set on its film and stores what this added, or on the set itself if it has no spine.
create function private.tick_set(held public.sets, owned private.moved_sets[]) returns void
  language plpgsql volatile
  set search_path = ''
as $$
begin
  if held.film_id is null then
    insert into public.user_sets (user_id, set_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k)
    select
      user_id, held.id, 'laserdisc' = any (formats), 'dvd' = any (formats), 'bluray' = any (formats),
      'bluray_4k' = any (formats)
    from unnest(owned)
    where formats <> '{}'
    order by user_id;
    return;
  end if;
  insert into private.moved_sets as moved (user_id, set_id, film_id, formats, added, copies)
  select
    one.user_id, held.id, held.film_id, one.formats,
    array(select unnest(one.formats) except select unnest(private.ticked_formats(to_jsonb(own)))), one.copies
  from unnest(owned) as one
  left join public.user_ownership own on own.user_id = one.user_id and own.film_id = held.film_id
  order by one.user_id
  -- A film that was deleted and is restored: marks of the set have moved to it before.
  on conflict (user_id, set_id, film_id) do update set
    formats = moved.formats || excluded.formats, added = moved.added || excluded.added,
    copies = moved.copies || excluded.copies;
  insert into public.user_ownership as own (user_id, film_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k)
  select
    user_id, held.film_id, 'laserdisc' = any (formats), 'dvd' = any (formats), 'bluray' = any (formats),
    'bluray_4k' = any (formats)
  from unnest(owned)
  where formats <> '{}'
  order by user_id
  on conflict (user_id, film_id) do update set
    owns_laserdisc = own.owns_laserdisc or excluded.owns_laserdisc,
    owns_dvd = own.owns_dvd or excluded.owns_dvd,
    owns_bluray = own.owns_bluray or excluded.owns_bluray,
    owns_bluray_4k = own.owns_bluray_4k or excluded.owns_bluray_4k;
end
$$;

-- Unticks what a set had added to its former film, except formats of which the person has a copy of the film itself.
create function private.untick_set(held public.sets, owned private.moved_sets[]) returns void
  language sql volatile
  set search_path = ''
as $$
  update public.user_ownership own set
    owns_laserdisc = owns_laserdisc and 'laserdisc' <> all (gone),
    owns_dvd = owns_dvd and 'dvd' <> all (gone),
    owns_bluray = owns_bluray and 'bluray' <> all (gone),
    owns_bluray_4k = owns_bluray_4k and 'bluray_4k' <> all (gone)
  from (
    select user_id, array(
      select unnest(one.added)
      except select format from public.user_copies copy where copy.user_id = one.user_id and copy.film_id = held.film_id
    ) as gone
    from unnest(owned) as one
  ) as added
  where own.user_id = added.user_id and own.film_id = held.film_id;
  delete from public.user_ownership own using unnest(owned) as one
  where own.user_id = one.user_id and own.film_id = held.film_id
    and not (owns_laserdisc or owns_dvd or owns_bluray or owns_bluray_4k);
$$;

revoke execute on function private.ticked_formats, private.owned_of_set, private.tick_set, private.untick_set from public;

create function private.move_set() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  former constant text := coalesce(current_setting('tracking.adds_details', true), '');
  owned private.moved_sets[];
begin
  -- The marks of a deleted film stay with it.
  if exists (
    select from private.sets_of_deleted_films gone
    where gone.film_id = old.film_id and gone.set_id = new.id and gone.is_own
  ) then
    return null;
  end if;
  -- People before their marks, as in all transactions.
  perform from public.profiles
  where id in (select user_id from private.owned_of_set(old))
  order by id for share;
  owned := array(
    select row (own.*)::private.moved_sets from private.owned_of_set(old) as own where formats <> '{}' or copies <> '{}'
  );
  delete from private.moved_sets where set_id = new.id and film_id = old.film_id;
  -- No copy that an untick removed is restored.
  perform set_config('tracking.adds_details', 'yes', true);
  perform private.tick_set(new, owned);
  update public.user_copies own set film_id = new.film_id, set_id = case when new.film_id is null then new.id end
  from unnest(owned) as one
  where own.user_id = one.user_id and own.id = any (one.copies);
  if old.film_id is null then
    delete from public.user_sets where set_id = new.id;
  else
    perform private.untick_set(old, owned);
  end if;
  perform set_config('tracking.adds_details', former, true);
  return null;
end
$$;

create trigger sets_move after update of film_id on public.sets
  for each row when (old.film_id is distinct from new.film_id) execute function private.move_set();
