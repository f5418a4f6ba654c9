-- Words of three letters and more are found by their trigrams, however large the catalogue. Where the extension is not
-- to be had, as on the embedded engine, every title is looked at, which takes a few milliseconds for some thousands.

do $$
declare
  home text;
begin
  if not exists (select from pg_available_extensions where name = 'pg_trgm') then return; end if;
  -- Not in public, where its functions would be part of the API, but where a hosted project has its extensions.
  create schema if not exists extensions;
  create extension if not exists pg_trgm with schema extensions;
  select nspname into home
  from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
  -- Written at once: a list of what is pending would be walked by every search, and there are few writes.
  execute format(
    'create index films_by_search on public.films using gin (search %I.gin_trgm_ops) with (fastupdate = off)', home
  );
exception when insufficient_privilege then
  raise notice 'Searches look at every title: this account may not create the extension pg_trgm.';
end
$$;
