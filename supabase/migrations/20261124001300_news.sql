-- News of the catalogue: a film in another format, out of print, or new. Triggers write it from the history; everyone reads
-- it, and each person sees once what concerns them.

create table public.news (
  id bigint generated always as identity primary key,
  -- For feeds, in which an entry keeps its name also when the site moves.
  uid uuid not null unique default gen_random_uuid(),
  film_id integer not null references public.films on delete cascade,
  kind text collate "C" not null check (kind in ('format', 'out_of_print', 'spine')),
  format text collate "C" check (format in ('laserdisc', 'dvd', 'bluray', 'bluray_4k')),
  happened_at timestamptz not null default now(),
  unique nulls not distinct (film_id, kind, format),
  check ((kind = 'spine') = (format is null))
);

create index news_by_time on public.news (happened_at, id);
-- For the news that people see, which is of releases only.
create index news_of_releases on public.news (id) where kind <> 'spine';

alter table public.news enable row level security;

revoke all on public.news from anon, authenticated;
revoke all on sequence public.news_id_seq from anon, authenticated;
grant select on public.news to anon, authenticated, service_role;

create policy everyone_reads_news on public.news for select to anon, authenticated using (true);

create trigger news_announce_insert after insert on public.news
  referencing new table as touched
  for each statement execute function private.announce_change();
create trigger news_announce_update after update on public.news
  referencing new table as touched
  for each statement execute function private.announce_change();
create trigger news_announce_delete after delete on public.news
  referencing old table as touched
  for each statement execute function private.announce_change();
create trigger news_announce_truncate after truncate on public.news
  for each statement execute function private.announce_change();

-- Reverting a change deletes its news. The first catalogue of a site makes none.
create function private.record_news() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  first_update uuid;
begin
  if not exists (
    select from made where operation = 'added' or operation = 'changed' and after ?| '{laserdisc, dvd, bluray, bluray_4k,
      laserdisc_oop, dvd_oop, bluray_oop, bluray_4k_oop}'
  ) then
    return null;
  end if;
  delete from public.news entry
  using made, unnest('{laserdisc, dvd, bluray, bluray_4k}'::text[]) as named (format)
  -- The array keeps the delete on the index: a join alone would read all news.
  where entry.film_id = any (array(select changed.film_id from made changed where changed.operation = 'changed'))
    and made.operation = 'changed' and entry.film_id = made.film_id and entry.format = named.format
    and case entry.kind
      when 'format' then made.after -> named.format = 'false'
      else made.after -> (named.format || '_oop') = 'false' or made.after -> named.format = 'false'
    end;
  select update_id into first_update from public.film_changes order by id limit 1;
  insert into public.news (film_id, kind, format)
  select made.film_id, 'format', named.format
  from made, unnest('{laserdisc, dvd, bluray, bluray_4k}'::text[]) as named (format)
  where made.operation = 'changed' and made.after -> named.format = 'true'
  union all
  select made.film_id, 'out_of_print', named.format
  from made, unnest('{laserdisc, dvd, bluray, bluray_4k}'::text[]) as named (format)
  where made.operation = 'changed' and made.after -> (named.format || '_oop') = 'true'
  union all
  select made.film_id, 'spine', null
  from made
  where made.operation = 'added' and made.film_id is not null
    and (made.update_id is null or made.update_id <> first_update)
  order by 1, 2, 3
  on conflict do nothing;
  return null;
end
$$;

create trigger film_changes_record_news after insert on public.film_changes
  referencing new table as made
  for each statement execute function private.record_news();

-- A deleted film has no news, and a restored one has it again, under the same ids. Prices are put aside alike (prices.sql).
create table private.news_of_deleted_films (
  like public.news,
  primary key (id)
);

create index news_of_deleted_films_by_film on private.news_of_deleted_films (film_id);

revoke all on private.news_of_deleted_films from anon, authenticated;

create function private.put_news_aside() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  with gone as (delete from public.news where film_id = old.id returning *)
  insert into private.news_of_deleted_films select * from gone;
  return old;
end
$$;

create function private.return_news() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  with kept as (delete from private.news_of_deleted_films where film_id in (select id from touched) returning *)
  insert into public.news overriding system value select * from kept;
  return null;
end
$$;

create trigger films_put_news_aside before delete on public.films
  for each row execute function private.put_news_aside();
create trigger films_return_news after insert on public.films
  referencing new table as touched
  for each statement execute function private.return_news();

-- The last entry that each person has seen.
create table private.news_seen (
  user_id uuid primary key references public.profiles on delete cascade,
  news_id bigint not null
);

revoke all on private.news_seen from anon, authenticated;

-- The row type of the function below.
create view private.own_news_entry as
select news.id, news.film_id, film.spine, film.title, news.kind, news.format, news.happened_at
from public.news join public.films film on film.id = news.film_id;

-- When the caller's account was made. It is a separate function, because with sharded tracking (docs/scaling.md)
-- accounts are not on every machine.
create function private.signed_up_at() returns timestamptz
  language sql stable
  set search_path = ''
return (select created_at from auth.users where users.id = auth.uid());

revoke execute on function private.signed_up_at from public;

-- A new format concerns people who own the film in lesser formats only or wish for it; a release that has gone out of print
-- concerns people who wish for that format or for any.
-- Only the latest thousand unseen releases are considered.
create function public.own_news() returns setof private.own_news_entry
  language sql stable security definer
  set search_path = ''
as $$
  with
  since as materialized (
    select coalesce(
      (select seen.news_id from private.news_seen seen where seen.user_id = auth.uid()),
      -- Without one, the news since the account was made.
      (
        select news.id from public.news
        where happened_at < (select private.signed_up_at())
        order by happened_at desc, id desc
        limit 1
      ),
      0
    ) as id
  ),
  latest as materialized (
    select news.* from public.news
    where news.kind <> 'spine' and news.id > (select since.id from since)
    order by news.id desc
    limit 1000
  ),
  held as materialized (
    select
      film_id,
      case when owns_bluray_4k then 4 when owns_bluray then 3 when owns_dvd then 2 when owns_laserdisc then 1 end as best
    from sealed.holdings where user_id = auth.uid()
  )
  select news.id, news.film_id, film.spine, film.title, news.kind, news.format, news.happened_at
  from latest as news
  join public.films film on film.id = news.film_id
  left join held on held.film_id = news.film_id
  left join public.user_wishlist wish on wish.user_id = auth.uid() and wish.film_id = news.film_id
  where case news.kind
    when 'format' then
      wish.film_id is not null
      or coalesce(held.best < array_position('{laserdisc, dvd, bluray, bluray_4k}', news.format), false)
    when 'out_of_print' then
      wish.film_id is not null and (
        not (wish.wants_laserdisc or wish.wants_dvd or wish.wants_bluray or wish.wants_bluray_4k)
        or case news.format
          when 'laserdisc' then wish.wants_laserdisc
          when 'dvd' then wish.wants_dvd
          when 'bluray' then wish.wants_bluray
          else wish.wants_bluray_4k
        end
      )
  end
  order by news.id desc
  limit 100
$$;

comment on function public.own_news is
  'The news that the caller has not seen, newest first: of films that they own in lesser formats or wish for.';

-- The caller has seen the news up to an entry.
create function public.mark_news_seen(up_to bigint) returns void
  language sql volatile security definer
  set search_path = ''
as $$
  insert into private.news_seen as seen (user_id, news_id)
  select auth.uid(), max(id) from public.news
  where id <= up_to and exists (select from public.profiles where profiles.id = auth.uid())
  having max(id) is not null
  on conflict (user_id) do update set news_id = greatest(seen.news_id, excluded.news_id)
$$;

comment on function public.mark_news_seen is 'Records the last entry of the news that the caller has seen.';

revoke execute on function public.own_news, public.mark_news_seen from public, anon;
grant execute on function public.own_news, public.mark_news_seen to authenticated;
