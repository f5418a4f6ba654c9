-- The public part of an account: its username, and who sees its page. The rest of an account is in the schema auth.

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  username text collate "C" not null unique check (username ~ '^[a-z0-9_-]{3,30}$'),
  visibility text collate "C" not null default 'public' check (visibility in ('public', 'unlisted', 'private'))
);

comment on table public.profiles is 'The accounts, by the name in the address of their page.';
comment on column public.profiles.visibility is
  'Who sees the page and the lists: public, unlisted (search engines are kept away) or private (only the owner sees them).';

alter table public.profiles enable row level security;

revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to anon, authenticated, service_role;
grant update (username, visibility) on public.profiles to authenticated;

create policy everyone_reads_profiles_unless_private on public.profiles for select to anon, authenticated
  using (visibility <> 'private' or id = (select auth.uid()));
create policy owner_changes_own_profile on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

-- For the row rules of tracking. As a function, it is planned only when it is called: a tick does not call it.
create function private.is_private(person uuid) returns boolean
  language sql stable parallel safe security definer
  set search_path = ''
return (select visibility = 'private' from public.profiles where id = person);

revoke execute on function private.is_private from public;
grant execute on function private.is_private to anon, authenticated;

-- Usernames.

-- Every first segment of a path that the product uses or may come to use, and the names by which somebody could pretend
-- to run the site or to send its mail. A profile that has a word before it is reserved keeps it.
create table private.reserved_words (
  word text collate "C" primary key
);

insert into private.reserved_words (word)
select regexp_split_to_table($words$404 500 about access account accounts admin administrator administrators all anonymous api app
  apple-touch-icon assets auth backup banner billing blog bluray box bulk catalog catalogue changelog check
  collection collections collector collectors comment comments community compare config confirm contact country
  cover covers criterion css dashboard data database delete director directors discover docs documentation
  download downloads dvd edit email embed error errors explore export faq favicon feed feedback file files film
  film-formats films follow font fonts format formats forum functions graphql group groups guest health help
  history home host hostmaster icon icons image images img import imprint index info invite join js language
  laserdisc legal letterboxd library license list lists live local localhost log login logout logs mail manifest
  media member members message messages metrics mod moderator movie movies new news newsletter noreply
  notifications null oauth oembed offers official offline oop operator owned owner page pages password people
  ping policy post postmaster posts press privacy private product products profile profiles proxy public ready
  realtime recover redirect register release releases remove report reset rest review reviews robots root rpc
  rss sale save search security server service-worker services session settings setup share shop sign-in
  sign-out sign-up signin signout signup site sitemap source spine spines staff static statistics stats status
  storage store style styles superuser support sw sysadmin system tag tags team terms test theme title titles
  token tools top tour trade uhd undefined unowned unsubscribe update update-formats updates upload url user
  username users verify version video wanted watched web webhook webmanifest webmaster welcome well-known
  wishlist worker www you your$words$, '\s+');

-- A username that its owner gave up cannot be taken by others for 90 days, so that nobody is mistaken for the owner.
create table private.given_up_usernames (
  username text collate "C" primary key,
  -- The former owner, who may take it back; null if the account is deleted.
  profile_id uuid references public.profiles on delete set null,
  given_up_at timestamptz not null default now()
);

create index given_up_usernames_by_profile on private.given_up_usernames (profile_id);

-- Why the person may not take a name in lower case that no profile has; null if the person may.
create function private.username_refusal(name text, profile_id uuid) returns text
  language sql stable
  set search_path = ''
return
  case
    when exists (select from private.reserved_words where word = name) then 'reserved'
    when exists (
      select from private.given_up_usernames given_up
      where given_up.username = name
        and (given_up.profile_id = username_refusal.profile_id) is not true
        and given_up.given_up_at > now() - interval '90 days'
    ) then 'given up'
  end;

-- The constraints refuse the same names, but with messages that are no use to a person. Of two people who take a name
-- at the same moment, the constraint refuses the second.
create function private.normalise_username() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  new.username := lower(btrim(new.username));
  if new.username !~ '^[a-z0-9_-]{3,30}$' then
    raise exception 'A username has 3 to 30 characters: a–z, 0–9, _ or -.' using errcode = '23514';
  end if;
  if tg_op = 'UPDATE' and exists (select from public.profiles where username = new.username and id <> new.id) then
    raise exception 'The username % is taken. Please choose another.', new.username using errcode = '23505';
  end if;
  return new;
end
$$;

create trigger profiles_normalise_username
  before insert or update of username on public.profiles
  for each row execute function private.normalise_username();

-- Runs after the row is written: a person who waited for another to give the name up then finds it given up.
create function private.record_username_change() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- A name that stays as it is may have been reserved since.
  if tg_op = 'UPDATE' and old.username = new.username then return null; end if;
  if tg_op <> 'INSERT' then
    insert into private.given_up_usernames (username, profile_id)
    values (old.username, case tg_op when 'UPDATE' then old.id end)
    on conflict (username) do update set profile_id = excluded.profile_id, given_up_at = excluded.given_up_at;
  end if;
  if tg_op = 'DELETE' then return null; end if;
  -- A name that its last owner takes back is no longer given up.
  delete from private.given_up_usernames where username = new.username and profile_id = new.id;
  -- Otherwise one account could keep any number of names from others.
  if tg_op = 'UPDATE' and 5 < (
    select count(*) from private.given_up_usernames given_up
    where given_up.profile_id = new.id and given_up.given_up_at > now() - interval '90 days'
  ) then
    raise exception 'You have changed your username five times in 90 days. Please keep this one for a while.'
      using errcode = '23514';
  end if;
  case private.username_refusal(new.username, new.id)
    when 'reserved' then
      raise exception 'The username % is reserved. Please choose another.', new.username using errcode = '23514';
    when 'given up' then
      raise exception 'The username % is taken. Please choose another.', new.username using errcode = '23505';
    else null;
  end case;
  return null;
end
$$;

create trigger profiles_record_username_change
  after insert or update of username or delete on public.profiles
  for each row execute function private.record_username_change();

-- For the form, while a name is typed. It reads the reserved and the given-up names, which its caller may not.
create function public.username_state(username text) returns text
  language sql stable security definer
  set search_path = ''
return
  case
    when lower(btrim(private.limited(username))) !~ '^[a-z0-9_-]{3,30}$' then 'not allowed'
    else coalesce(
      (
        select case when taken.id = auth.uid() then 'free' else 'taken' end
        from public.profiles taken
        where taken.username = lower(btrim(username_state.username))
      ),
      case private.username_refusal(lower(btrim(username)), auth.uid())
        when 'reserved' then 'reserved'
        when 'given up' then 'taken'
        else 'free'
      end
    )
  end;

comment on function public.username_state is 'Whether the caller may take a name: free, taken, reserved or not allowed.';

revoke execute on function public.username_state from public;
grant execute on function public.username_state to anon, authenticated, service_role;

-- An account never exists without its profile: one transaction makes both. A person who asked for no username gets one
-- with the time.
create function private.create_profile() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  requested constant text := btrim(new.raw_user_meta_data ->> 'username');
  stamp bigint := extract(epoch from clock_timestamp()) * 1000;
begin
  if requested <> '' then
    insert into public.profiles (id, username) values (new.id, requested);
    return null;
  end if;
  loop
    insert into public.profiles (id, username)
    select new.id, 'user_' || stamp where private.username_refusal('user_' || stamp, new.id) is null
    on conflict (username) do nothing;
    exit when found;
    stamp := stamp + 1;
  end loop;
  return null;
end
$$;

create trigger users_create_profile
  after insert on auth.users
  for each row execute function private.create_profile();
