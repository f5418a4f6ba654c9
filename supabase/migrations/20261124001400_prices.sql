-- What discs cost, with the origin and the date of each price. The file catalogue/prices.csv is their home: an upgrade
-- writes it, and it is not edited here. A person notes another price with the wish.

create table public.film_prices (
  film_id integer not null references public.films on delete cascade,
  format text collate "C" not null check (format in ('laserdisc', 'dvd', 'bluray', 'bluray_4k')),
  price numeric(10, 2) not null check (price between 0 and 99999999.99),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  as_of text collate "C" not null check (private.is_partial_date(as_of)),
  source text not null check (private.is_line(source)),
  primary key (film_id, format)
);

alter table public.film_prices enable row level security;

revoke all on public.film_prices from anon, authenticated;
grant select on public.film_prices to anon, authenticated, service_role;

create policy everyone_reads_film_prices on public.film_prices for select to anon, authenticated using (true);

create trigger film_prices_announce_insert after insert on public.film_prices
  referencing new table as touched
  for each statement execute function private.announce_change();
create trigger film_prices_announce_update after update on public.film_prices
  referencing new table as touched
  for each statement execute function private.announce_change();
create trigger film_prices_announce_delete after delete on public.film_prices
  referencing old table as touched
  for each statement execute function private.announce_change();
create trigger film_prices_announce_truncate after truncate on public.film_prices
  for each statement execute function private.announce_change();

-- A deleted film has no prices, and a restored one has them again. They are put aside and not hidden by a row rule, because
-- a response is cached only if the rule of its table is `true`. An upgrade replaces the prices of films and leaves these.
create table private.prices_of_deleted_films (
  like public.film_prices,
  primary key (film_id, format)
);

revoke all on private.prices_of_deleted_films from anon, authenticated;

create function private.put_prices_aside() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  with gone as (delete from public.film_prices where film_id = old.id returning *)
  insert into private.prices_of_deleted_films select * from gone;
  return old;
end
$$;

create function private.return_prices() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  with kept as (delete from private.prices_of_deleted_films where film_id in (select id from touched) returning *)
  insert into public.film_prices select * from kept;
  return null;
end
$$;

-- Before the row, because the deletion of a film cascades.
create trigger films_put_prices_aside before delete on public.films
  for each row execute function private.put_prices_aside();
create trigger films_return_prices after insert on public.films
  referencing new table as touched
  for each statement execute function private.return_prices();
