-- The catalogue of films. Everyone reads it; admins write it (roles.sql).

create table public.films (
  id integer generated always as identity primary key,
  spine integer not null unique check (spine between 1 and 999999999),
  -- Under the root collation, accents and case decide only ties.
  title text collate "und-x-icu" not null check (private.is_line(title)),
  director text collate "und-x-icu" not null check (private.is_line(director)),
  country text collate "und-x-icu" check (private.is_line(country)),
  year integer check (year between 1870 and 2100),
  laserdisc boolean not null default false,
  dvd boolean not null default false,
  bluray boolean not null default false,
  bluray_4k boolean not null default false,
  laserdisc_oop boolean not null default false,
  dvd_oop boolean not null default false,
  bluray_oop boolean not null default false,
  bluray_4k_oop boolean not null default false,
  product_url text check (private.is_web_address(product_url)),
  box_art_url text check (private.is_web_address(box_art_url)),
  imdb_link text check (private.is_web_address(imdb_link)),
  letterboxd_link text check (private.is_web_address(letterboxd_link)),
  wikipedia_link text check (private.is_web_address(wikipedia_link)),
  bluray_com_link text check (private.is_web_address(bluray_com_link)),
  amazon_link text check (private.is_web_address(amazon_link)),
  ebay_link text check (private.is_web_address(ebay_link)),
  search text not null generated always as (
    private.fold(title) || ' ' || private.fold(director) || ' ' || spine::text
  ) stored,
  -- The number of changes so far. An edit names the revision it began from, so that it overwrites nothing newer.
  revision integer not null default 1
);

comment on column public.films.search is 'Folded title, director and spine: match folded words with like.';

-- One index for each sort. The spine breaks ties, so that no film appears on two pages.
create index films_by_title on public.films (title, spine);
create index films_by_year on public.films (year, spine);
create index films_by_director on public.films (director, spine);
create index films_by_country on public.films (country, spine);

-- Few films have these formats: without an index for them, a page of fifty would walk most of the index of its sort.
create index films_on_laserdisc_by_title on public.films (title, spine) where laserdisc;
create index films_on_laserdisc_by_year on public.films (year, spine) where laserdisc;
create index films_on_laserdisc_by_director on public.films (director, spine) where laserdisc;
create index films_on_laserdisc_by_country on public.films (country, spine) where laserdisc;
create index films_in_4k_by_title on public.films (title, spine) where bluray_4k;
create index films_in_4k_by_year on public.films (year, spine) where bluray_4k;
create index films_in_4k_by_director on public.films (director, spine) where bluray_4k;
create index films_in_4k_by_country on public.films (country, spine) where bluray_4k;

-- Trigrams find words of three letters and more in a catalogue of any size. Without the extension, a search reads every
-- film, which takes a few milliseconds for some thousands.
do $$
declare
  extension_schema text;
begin
  if not exists (select from pg_available_extensions where name = 'pg_trgm') then return; end if;
  -- A hosted project has its extensions in this schema. In public, their functions would be part of the API.
  create schema if not exists extensions;
  create extension if not exists pg_trgm with schema extensions;
  select nspname into extension_schema
  from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
  -- Every search would walk the list of pending entries, and writes are few: entries are inserted at once.
  execute format(
    'create index films_by_search on public.films using gin (search %I.gin_trgm_ops) with (fastupdate = off)',
    extension_schema
  );
exception when insufficient_privilege then
  raise notice 'Searches read every film: this account may not create the extension pg_trgm.';
end
$$;

alter table public.films enable row level security;

-- A hosted project grants everything on a new table by default.
revoke all on public.films from anon, authenticated;
grant select on public.films to anon, authenticated, service_role;

create policy everyone_reads_films on public.films for select to anon, authenticated using (true);

-- Triggers of the same event run in the order of their names: the values are corrected before the revision is counted.

-- A form sends an empty text where no link was typed.
create function private.clear_empty_links() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.product_url := nullif(new.product_url, '');
  new.box_art_url := nullif(new.box_art_url, '');
  new.imdb_link := nullif(new.imdb_link, '');
  new.letterboxd_link := nullif(new.letterboxd_link, '');
  new.wikipedia_link := nullif(new.wikipedia_link, '');
  new.bluray_com_link := nullif(new.bluray_com_link, '');
  new.amazon_link := nullif(new.amazon_link, '');
  new.ebay_link := nullif(new.ebay_link, '');
  return new;
end
$$;

create trigger films_clear_empty_links
  before insert or update on public.films
  for each row
  when ('' in (
    new.product_url, new.box_art_url, new.imdb_link, new.letterboxd_link, new.wikipedia_link, new.bluray_com_link,
    new.amazon_link, new.ebay_link
  ))
  execute function private.clear_empty_links();

create function private.clear_out_of_print_without_format() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.laserdisc_oop := new.laserdisc_oop and new.laserdisc;
  new.dvd_oop := new.dvd_oop and new.dvd;
  new.bluray_oop := new.bluray_oop and new.bluray;
  new.bluray_4k_oop := new.bluray_4k_oop and new.bluray_4k;
  return new;
end
$$;

create trigger films_clear_out_of_print
  before insert or update on public.films
  for each row execute function private.clear_out_of_print_without_format();

create function private.count_film_revision() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  -- PostgreSQL computes the generated column after this trigger; until then it may hold anything.
  new.search := old.search;
  if new is distinct from old then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$$;

create trigger films_count_revision
  before update on public.films
  for each row execute function private.count_film_revision();

-- Tells every process at the commit that its cached responses made from the table are out of date. Only a table that
-- everyone reads and few change has these triggers, because commits that notify wait for one another.
create function private.announce_change() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if tg_op <> 'TRUNCATE' then
    -- Everyone who is signed in may send a statement that changes no row.
    if not exists (select from touched) then return null; end if;
  end if;
  perform pg_notify('changed_tables', tg_table_name);
  return null;
end
$$;

create trigger films_announce_insert after insert on public.films
  referencing new table as touched
  for each statement execute function private.announce_change();
create trigger films_announce_update after update on public.films
  referencing new table as touched
  for each statement execute function private.announce_change();
create trigger films_announce_delete after delete on public.films
  referencing old table as touched
  for each statement execute function private.announce_change();
create trigger films_announce_truncate after truncate on public.films
  for each statement execute function private.announce_change();
