-- What people own, want and have watched. Everyone reads it unless the profile is private; its owner writes it.
-- The keys begin with the person, so that the rows of one person lie together.

create table public.user_ownership (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  film_id integer not null references public.films on delete cascade,
  owns_laserdisc boolean not null default false,
  owns_dvd boolean not null default false,
  owns_bluray boolean not null default false,
  owns_bluray_4k boolean not null default false,
  primary key (user_id, film_id)
);

create table public.user_wishlist (
  id bigint generated always as identity,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  film_id integer not null references public.films on delete cascade,
  primary key (user_id, film_id)
);

create table public.user_watched (
  id bigint generated always as identity,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  film_id integer not null references public.films on delete cascade,
  primary key (user_id, film_id)
);

-- For the deletion of a film, and for the count of people who track it. With both columns, a plan for one person's rows
-- never walks all people's rows of a film.
create index user_ownership_by_film on public.user_ownership (film_id, user_id);
create index user_wishlist_by_film on public.user_wishlist (film_id, user_id);
create index user_watched_by_film on public.user_watched (film_id, user_id);

alter table public.user_ownership enable row level security;
alter table public.user_wishlist enable row level security;
alter table public.user_watched enable row level security;

revoke all on public.user_ownership, public.user_wishlist, public.user_watched from anon, authenticated;
revoke all on all sequences in schema public from anon, authenticated;
grant select on public.user_ownership, public.user_wishlist, public.user_watched
  to anon, authenticated, service_role;
grant delete on public.user_ownership, public.user_wishlist, public.user_watched to authenticated;
grant insert (user_id, film_id) on public.user_wishlist, public.user_watched to authenticated;
-- A tick is an upsert, which sets the key to what it is already; the row rules keep the row its owner's.
grant
  insert (user_id, film_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k),
  update (user_id, film_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k)
  on public.user_ownership to authenticated;

-- The rules for reading compare the owner first: a person's own rows need no look at the profile.
create policy everyone_reads_ownership_unless_private on public.user_ownership for select to anon, authenticated
  using (user_id = (select auth.uid()) or not private.is_private(user_id));
create policy owner_adds_own_ownership on public.user_ownership for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy owner_changes_own_ownership on public.user_ownership for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy owner_removes_own_ownership on public.user_ownership for delete to authenticated
  using (user_id = (select auth.uid()));

create policy everyone_reads_wishlists_unless_private on public.user_wishlist for select to anon, authenticated
  using (user_id = (select auth.uid()) or not private.is_private(user_id));
create policy owner_adds_to_own_wishlist on public.user_wishlist for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy owner_removes_from_own_wishlist on public.user_wishlist for delete to authenticated
  using (user_id = (select auth.uid()));

create policy everyone_reads_watched_unless_private on public.user_watched for select to anon, authenticated
  using (user_id = (select auth.uid()) or not private.is_private(user_id));
create policy owner_adds_own_watched on public.user_watched for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy owner_removes_own_watched on public.user_watched for delete to authenticated
  using (user_id = (select auth.uid()));
