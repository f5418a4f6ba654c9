-- A person's gift link: a secret address that shows the wishlist alone to everyone who has it, whatever the visibility of the
-- profile. A person has one link; a new one replaces it, and it can be revoked.

-- The token is stored as it is, because its owner is shown the link again. No one else can read it.
create table public.gift_links (
  user_id uuid primary key default auth.uid() references public.profiles on delete cascade,
  token text collate "C" not null check (token ~ '^[A-Za-z0-9_-]{32}$'),
  made_at timestamptz not null default now()
);

comment on table public.gift_links is
  'The secret in the address of a person''s gift link, for that person; make_gift_link makes it, deleting the row revokes it.';

-- Not unique, because a unique key would have to begin with the person; tokens never repeat.
create index gift_links_by_token on public.gift_links (token);

alter table public.gift_links enable row level security;

revoke all on public.gift_links from anon, authenticated;
grant select on public.gift_links to authenticated, service_role;
grant delete on public.gift_links to authenticated;

create policy owner_reads_own_gift_link on public.gift_links for select to authenticated
  using (user_id = (select auth.uid()));
create policy owner_revokes_own_gift_link on public.gift_links for delete to authenticated
  using (user_id = (select auth.uid()));

-- 192 bits of a hash of 244 random ones, which PostgreSQL takes from the system's source for keys. The database
-- makes the token, so that no link can be guessed.
create function public.make_gift_link() returns text
  language sql volatile security definer
  set search_path = ''
as $$
  insert into public.gift_links (user_id, token)
  select
    auth.uid(),
    translate(
      encode(
        substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 24), 'base64'
      ),
      '+/', '-_'
    )
  on conflict (user_id) do update set token = excluded.token, made_at = now()
  returning token
$$;

comment on function public.make_gift_link is
  'Makes a gift link for the caller, in place of the one there was, and returns the secret in its address.';

create function public.gift_wishlist(token text) returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select jsonb_build_object(
    'username', profiles.username,
    'wishes', (
      select coalesce(jsonb_agg(to_jsonb(wish) order by wish.priority nulls last, wish.spine), '[]')
      from (
        select
          film.spine, film.title, film.director, film.year,
          film.laserdisc, film.dvd, film.bluray, film.bluray_4k,
          film.laserdisc_oop, film.dvd_oop, film.bluray_oop, film.bluray_4k_oop,
          own.wants_laserdisc, own.wants_dvd, own.wants_bluray, own.wants_bluray_4k, own.priority
        from public.user_wishlist own join public.films film on film.id = own.film_id
        where own.user_id = link.user_id
      ) as wish
    )
  )
  from public.gift_links link join public.profiles on profiles.id = link.user_id
  where link.token = (select private.limited(gift_wishlist.token))
$$;

comment on function public.gift_wishlist is
  'The wishlist behind a gift link: {username, wishes}, each wish with its film, the formats there are, those out of print, those wished for and the priority; null for a token that is invalid or was revoked.';

revoke execute on function public.make_gift_link, public.gift_wishlist from public, anon;
grant execute on function public.make_gift_link to authenticated;
grant execute on function public.gift_wishlist to anon, authenticated, service_role;
