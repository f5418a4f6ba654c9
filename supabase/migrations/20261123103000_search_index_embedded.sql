-- The embedded engine has trigrams now. What was made before it had them gets its index, as any other home that did not
-- have the extension when the migration `search_index` ran.

do $$
declare
  home text;
begin
  if to_regclass('public.films_by_search') is not null then return; end if;
  if not exists (select from pg_available_extensions where name = 'pg_trgm') then return; end if;
  create schema if not exists extensions;
  create extension if not exists pg_trgm with schema extensions;
  select nspname into home
  from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
  execute format(
    'create index films_by_search on public.films using gin (search %I.gin_trgm_ops) with (fastupdate = off)', home
  );
exception when insufficient_privilege then
  raise notice 'Searches look at every title: this account may not create the extension pg_trgm.';
end
$$;
