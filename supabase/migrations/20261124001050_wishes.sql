-- The formats and the priority of a wish, and its note and price, which only its owner reads.

alter table public.user_wishlist
  -- If all are false, the person wants any format.
  add column wants_laserdisc boolean not null default false,
  add column wants_dvd boolean not null default false,
  add column wants_bluray boolean not null default false,
  add column wants_bluray_4k boolean not null default false,
  -- 1 is the highest.
  add column priority smallint check (priority between 1 and 3);

comment on column public.user_wishlist.priority is '1 (highest) to 3; null if none was chosen.';

-- As for a tick, an upsert sets the key to the same values; the row rules refuse another owner.
grant
  insert (wants_laserdisc, wants_dvd, wants_bluray, wants_bluray_4k, priority),
  update (user_id, film_id, wants_laserdisc, wants_dvd, wants_bluray, wants_bluray_4k, priority)
  on public.user_wishlist to authenticated;

create policy owner_changes_own_wishlist on public.user_wishlist for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

-- An upsert may name the key, and may not change it.
create function private.keep_key_of_wish() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  raise insufficient_privilege using message = 'An entry of a list is added and removed; its film does not change.';
end
$$;

create trigger user_wishlist_keep_key before update on public.user_wishlist
  for each row when (old.user_id <> new.user_id or old.film_id <> new.film_id)
  execute function private.keep_key_of_wish();

-- Everyone reads wishlists, and a column cannot be hidden row by row, so the note and the price are in another table.
create table public.user_wish_details (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  film_id integer not null,
  note text check (private.is_note(note)),
  -- What the wish would cost, instead of the list price.
  price numeric(10, 2) check (price between 0 and 99999999.99),
  currency text collate "C" check (currency ~ '^[A-Z]{3}$'),
  primary key (user_id, film_id)
);

comment on table public.user_wish_details is 'What only its owner knows of a wish.';

alter table public.user_wish_details enable row level security;

revoke all on public.user_wish_details from anon, authenticated;
grant select on public.user_wish_details to authenticated, service_role;
grant
  insert (user_id, film_id, note, price, currency), update (user_id, film_id, note, price, currency), delete
  on public.user_wish_details to authenticated;

create policy owner_reads_own_wish_details on public.user_wish_details for select to authenticated
  using (user_id = (select auth.uid()) and film_id <> all (array(select film_id from sealed.deleted_films)));
create policy owner_adds_own_wish_details on public.user_wish_details for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy owner_changes_own_wish_details on public.user_wish_details for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy owner_removes_own_wish_details on public.user_wish_details for delete to authenticated
  using (user_id = (select auth.uid()));

create function private.tidy_wish_details() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.note := private.trimmed(new.note);
  new.currency := upper(private.trimmed(new.currency));
  return new;
end
$$;

create trigger user_wish_details_lock_profile before update on public.user_wish_details
  for each statement execute function private.lock_own_profile();
create trigger user_wish_details_require_film before insert or update of film_id on public.user_wish_details
  for each row execute function private.require_film();
create trigger user_wish_details_tidy before insert or update on public.user_wish_details
  for each row execute function private.tidy_wish_details();

-- Details make a wish, as a copy ticks a format.
create function private.wish_for_details() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  former_setting constant text := coalesce(current_setting('tracking.adds_details', true), '');
  person uuid;
begin
  perform set_config('tracking.adds_details', 'yes', true);
  for person in select distinct user_id from touched order by user_id loop
    insert into public.user_wishlist (user_id, film_id)
    select person, film_id from touched where user_id = person
    on conflict do nothing;
  end loop;
  perform set_config('tracking.adds_details', former_setting, true);
  return null;
end
$$;

create trigger user_wish_details_wish_added after insert on public.user_wish_details
  referencing new table as touched
  for each statement execute function private.wish_for_details();
create trigger user_wish_details_wish_changed after update on public.user_wish_details
  referencing new table as touched
  for each statement execute function private.wish_for_details();

-- Limits the length of one person's notes, for the same reasons as copies. The number of wishes needs no other limit,
-- because a person has at most one wish for each film.
create function private.require_room_for_wishes(of_user uuid) returns void
  language plpgsql volatile
  set search_path = ''
  set enable_seqscan = off
as $$
begin
  if 5000000 < (select sum(octet_length(own.note)) from public.user_wish_details own where own.user_id = of_user) then
    raise exception 'The notes of your wishes can have at most 5 MB in all.' using errcode = '23514';
  end if;
end
$$;

revoke execute on function private.require_room_for_wishes from public;

create function private.bound_wishes() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  person constant uuid := (select user_id from touched where note is not null limit 1);
begin
  if person is not null and not private.applies_marks_itself() then
    perform private.require_room_for_wishes(person);
  end if;
  return null;
end
$$;

create trigger user_wish_details_bound_added after insert on public.user_wish_details
  referencing new table as touched
  for each statement execute function private.bound_wishes();
create trigger user_wish_details_bound_changed after update on public.user_wish_details
  referencing new table as touched
  for each statement execute function private.bound_wishes();
