-- The objects that a hosted Supabase project has from the start, for PGlite and plain PostgreSQL.
-- This script runs again whenever its text has changed, so every statement must be repeatable.

do $$
declare
  api_role text;
  become constant text := case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end;
begin
  foreach api_role in array array['anon', 'authenticated', 'service_role'] loop
    begin
      if not exists (select from pg_roles where rolname = api_role) then
        execute format('create role %I nologin noinherit', api_role);
      end if;
    exception when duplicate_object or unique_violation then
      -- Roles belong to the whole server: another database on it was being made at the same time.
      null;
    end;
    -- The site's role must be able to set each of these roles. Since PostgreSQL 16 the creator of a role may only grant
    -- it.
    if not pg_has_role(current_user, api_role, become) then
      execute format('grant %I to current_user', api_role);
    end if;
  end loop;
end
$$;

do $$
begin
  if not (select rolbypassrls from pg_roles where rolname = 'service_role') then
    alter role service_role bypassrls;
  end if;
exception when insufficient_privilege then
  -- Only tools of the operator use this role. They connect as the owner if the host allows no such role.
  raise notice 'service_role does not bypass row-level security: this account may not grant bypassrls';
end
$$;

-- JIT compilation takes seconds if the cost of a plan is overestimated, as for the history, and no statement here runs
-- long enough to benefit.
do $$
begin
  execute format('alter database %I set jit = off', current_database());
exception when insufficient_privilege then
  raise notice 'This account may not turn jit off, and some plans take seconds to compile. Turn it off as the owner of the database.';
end
$$;

grant usage on schema public to anon, authenticated, service_role;

-- Accounts and keys. The API roles may not read these tables.
create schema if not exists auth;
grant usage on schema auth to anon, authenticated, service_role;

create or replace function auth.jwt() returns jsonb
  language sql stable
return coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb;

create or replace function auth.uid() returns uuid
  language sql stable
return (auth.jwt() ->> 'sub')::uuid;

create or replace function auth.role() returns text
  language sql stable
return auth.jwt() ->> 'role';

create table if not exists auth.api_keys (
  name text primary key,
  key text not null unique,
  created_at timestamptz not null default now()
);

-- Private and public keys as JSON Web Keys (RFC 7517); tokens name their key by key_id.
create table if not exists auth.signing_keys (
  key_id uuid primary key default gen_random_uuid(),
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamptz not null default now()
);

-- The columns have the same names as in a hosted project, so that the migrations work there, too.
create table if not exists auth.users (
  id uuid primary key default gen_random_uuid(),
  -- In lower case, so that addresses compare regardless of case.
  email text not null unique,
  encrypted_password text not null,
  email_confirmed_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{"provider": "email", "providers": ["email"]}',
  raw_user_meta_data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index if not exists users_unconfirmed on auth.users (created_at) where email_confirmed_at is null;

-- A session lasts from a sign-in to its sign-out; access tokens name it.
create table if not exists auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  -- How it began, as in the claim amr (RFC 8176): password, otp, recovery.
  method text not null,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now()
);
create index if not exists sessions_by_user on auth.sessions (user_id);
create index if not exists sessions_by_last_use on auth.sessions (refreshed_at);
create index if not exists sessions_by_age on auth.sessions (created_at);

-- Names the sessions that ended, so that every process closes their channels (server/realtime/).
create or replace function auth.notify_ended_sessions() returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  rows json;
begin
  select json_agg(json_build_object('id', id)) into rows from (select id from ended limit 101) as few;
  if rows is null then return null; end if;
  if json_array_length(rows) > 100 then rows := null; end if;
  perform pg_notify('changed_rows', json_build_object(
    'table', 'auth.sessions', 'type', 'DELETE', 'person', null, 'rows', rows
  )::text);
  return null;
end
$$;
create or replace trigger sessions_notify_end after delete on auth.sessions
  referencing old table as ended
  for each statement execute function auth.notify_ended_sessions();

-- A used token is not deleted, so that a second use reveals a theft.
create table if not exists auth.refresh_tokens (
  token_hash text primary key,
  session_id uuid not null references auth.sessions on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index if not exists refresh_tokens_by_session on auth.refresh_tokens (session_id);
create index if not exists refresh_tokens_by_use on auth.refresh_tokens (used_at);

-- The tokens in mails. A newer token replaces the former one with the same purpose.
create table if not exists auth.one_time_tokens (
  user_id uuid not null references auth.users on delete cascade,
  purpose text not null check (purpose in ('signup', 'recovery', 'email_change')),
  token_hash text not null unique,
  -- The address that the mail went to: for a change, the new one.
  email text not null,
  expires_at timestamptz not null,
  primary key (user_id, purpose)
);
create index if not exists one_time_tokens_by_end on auth.one_time_tokens (expires_at);

-- The networks from which people recently signed in. Guesses from other networks do not prevent a sign-in from these.
create table if not exists auth.known_networks (
  user_id uuid not null references auth.users on delete cascade,
  -- A hash of the account's id and the network.
  network bytea not null,
  signed_in_at timestamptz not null default now(),
  primary key (user_id, network)
);
create index if not exists known_networks_by_age on auth.known_networks (signed_in_at);

-- Counters of attempts, shared by all processes.
create table if not exists auth.rate_limits (
  key text primary key,
  attempts integer not null,
  resets_at timestamptz not null
);
create index if not exists rate_limits_by_end on auth.rate_limits (resets_at);

-- Raises an error if the session of an access token has ended. It is called before the caller's role is set, as that
-- role may not read auth.
create or replace function auth.require_session(session_id uuid, user_id uuid) returns void
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not exists (
    select from auth.sessions session
    where session.id = require_session.session_id and session.user_id = require_session.user_id
  ) then
    raise exception 'Your session has ended. Please sign in again.' using errcode = 'CC401';
  end if;
end
$$;

revoke execute on function auth.require_session from public;

-- Makes a statement fail with one of our own SQLSTATEs because of its number of rows, which is the detail of the error.
create or replace function auth.refuse_rows(code text, number bigint) returns integer
  language plpgsql stable parallel safe
  set search_path = ''
as $$
begin
  raise exception 'The number of rows is not allowed.' using errcode = refuse_rows.code, detail = refuse_rows.number;
end
$$;

revoke execute on function auth.refuse_rows from public;
grant execute on function auth.refuse_rows to anon, authenticated;

-- Returns the next value of an identity column, for inserts that give none. PostgreSQL itself requires no right on the
-- sequence either.
create or replace function auth.next_value(identity regclass) returns bigint
  language sql volatile security definer
  set search_path = ''
return nextval(identity);

revoke execute on function auth.next_value from public;
grant execute on function auth.next_value to anon, authenticated;
