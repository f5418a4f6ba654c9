-- The catalogue. Everyone reads it; who writes it comes with the roles.

create schema private;
grant usage on schema private to anon, authenticated, service_role;

-- Text as the search compares it: lower case, no accents, typographic signs made plain; the signs with
-- a meaning in a like pattern become look-alikes without one. Twin of domain/fold.ts.
-- ICU's lower() and a normalised text give the same on every engine; unaccent() does not.
create function private.fold(value text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
return
  replace(replace(replace(
    translate(
      lower(regexp_replace(
        normalize(regexp_replace(value, '([¼½¾⅓⅔])', ' \1', 'g'), nfkd),
        '[\u0300-\u036f]', '', 'g'
      ) collate "und-x-icu"),
      'øłđðħıς’‘“”‐–—⁄*%_\',
      'olddhiσ''''""---/∗٪ˍ∖'
    ),
    'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss');

create table public.films (
  id integer generated always as identity primary key,
  spine integer not null unique check (spine > 0),
  -- The root collation sorts as people expect: accents and case decide only ties.
  title text collate "und-x-icu" not null check (btrim(title) <> ''),
  director text collate "und-x-icu" not null check (btrim(director) <> ''),
  country text collate "und-x-icu",
  year integer check (year between 1870 and 2100),
  laserdisc boolean not null default false,
  dvd boolean not null default false,
  bluray boolean not null default false,
  bluray_4k boolean not null default false,
  laserdisc_oop boolean not null default false,
  dvd_oop boolean not null default false,
  bluray_oop boolean not null default false,
  bluray_4k_oop boolean not null default false,
  product_url text check (product_url ~* '^https?://'),
  box_art_url text check (box_art_url ~* '^https?://'),
  imdb_link text check (imdb_link ~* '^https?://'),
  letterboxd_link text check (letterboxd_link ~* '^https?://'),
  wikipedia_link text check (wikipedia_link ~* '^https?://'),
  bluray_com_link text check (bluray_com_link ~* '^https?://'),
  amazon_link text check (amazon_link ~* '^https?://'),
  ebay_link text check (ebay_link ~* '^https?://'),
  search text not null generated always as (
    private.fold(title) || ' ' || private.fold(director) || ' ' || spine::text
  ) stored
);

comment on column public.films.search is 'Folded title, director and spine: match folded words with like.';

-- One index a sort. The spine breaks ties, so that no film appears on two pages.
create index films_by_title on public.films (title, spine);
create index films_by_year on public.films (year, spine);
create index films_by_director on public.films (director, spine);
create index films_by_country on public.films (country, spine);

-- The formats that few films have get their own: a page of fifty would else walk most of a sort's index.
create index films_on_laserdisc_by_title on public.films (title, spine) where laserdisc;
create index films_on_laserdisc_by_year on public.films (year, spine) where laserdisc;
create index films_on_laserdisc_by_director on public.films (director, spine) where laserdisc;
create index films_on_laserdisc_by_country on public.films (country, spine) where laserdisc;
create index films_in_4k_by_title on public.films (title, spine) where bluray_4k;
create index films_in_4k_by_year on public.films (year, spine) where bluray_4k;
create index films_in_4k_by_director on public.films (director, spine) where bluray_4k;
create index films_in_4k_by_country on public.films (country, spine) where bluray_4k;

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

alter table public.films enable row level security;

-- A hosted project grants everything on a new table by default: start from nothing there too.
revoke all on public.films from anon, authenticated;
grant select on public.films to anon, authenticated, service_role;

create policy everyone_reads_films on public.films for select to anon, authenticated using (true);
