-- A deleted film or box set hides what people tracked of it, and its restoration shows it again: no row of a person is
-- written. Tracking therefore refers to films and sets without a foreign key.

-- Short: catalogues rarely lose a film. The row rules compare with all of it, and so does each function that reads past them,
-- returns what people track and does not read the films as well.
create table private.deleted_films (
  film_id integer primary key
);

create table private.deleted_sets (
  set_id integer primary key
);

revoke all on private.deleted_films, private.deleted_sets from anon, authenticated;

-- For the row rules, which read as the caller.
create view sealed.deleted_films as select film_id from private.deleted_films;
create view sealed.deleted_sets as select set_id from private.deleted_sets;
grant select on sealed.deleted_films, sealed.deleted_sets to anon, authenticated, service_role;

create function private.record_deleted_titles() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if tg_table_name = 'films' then
    insert into private.deleted_films select id from touched on conflict do nothing;
  else
    insert into private.deleted_sets select id from touched on conflict do nothing;
  end if;
  return null;
end
$$;

create function private.forget_deleted_titles() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if tg_table_name = 'films' then
    delete from private.deleted_films where film_id in (select id from touched);
  else
    delete from private.deleted_sets where set_id in (select id from touched);
  end if;
  return null;
end
$$;

create trigger films_record_deletion after delete on public.films
  referencing old table as touched
  for each statement execute function private.record_deleted_titles();
create trigger films_forget_deletion after insert on public.films
  referencing new table as touched
  for each statement execute function private.forget_deleted_titles();
create trigger sets_record_deletion after delete on public.sets
  referencing old table as touched
  for each statement execute function private.record_deleted_titles();
create trigger sets_forget_deletion after insert on public.sets
  referencing new table as touched
  for each statement execute function private.forget_deleted_titles();

-- Refuses a film that is not in the catalogue, as a foreign key would. A film that is deleted at this moment is not waited
-- for: the row is then hidden like the others.
create function private.require_film() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if new.film_id is not null and not exists (select from public.films where id = new.film_id) then
    raise foreign_key_violation using message = format('There is no film with the id %s.', new.film_id);
  end if;
  return new;
end
$$;

alter table public.user_ownership drop constraint user_ownership_film_id_fkey;
alter table public.user_wishlist drop constraint user_wishlist_film_id_fkey;
alter table public.user_watched drop constraint user_watched_film_id_fkey;

-- What earlier versions moved away with a deleted film.
drop trigger films_keep_tracking on public.films;
drop function private.keep_tracking_of_deleted_film;
insert into private.deleted_films select distinct film_id from private.tracking_of_deleted_films;
insert into public.user_ownership (user_id, film_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k)
select user_id, film_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k
from private.tracking_of_deleted_films where owns_dvd is not null;
insert into public.user_wishlist (user_id, film_id)
select user_id, film_id from private.tracking_of_deleted_films where wishlisted;
insert into public.user_watched (user_id, film_id)
select user_id, film_id from private.tracking_of_deleted_films where watched;
drop table private.tracking_of_deleted_films;

create trigger user_ownership_require_film before insert or update of film_id on public.user_ownership
  for each row execute function private.require_film();
create trigger user_wishlist_require_film before insert or update of film_id on public.user_wishlist
  for each row execute function private.require_film();
create trigger user_watched_require_film before insert or update of film_id on public.user_watched
  for each row execute function private.require_film();

alter policy everyone_reads_ownership_unless_private on public.user_ownership using (
  (
    user_id = (select auth.uid())
    or (select part.collection from sealed.shown_parts part where part.user_id = user_ownership.user_id)
  )
  and film_id <> all (array(select film_id from sealed.deleted_films))
);
alter policy everyone_reads_watched_unless_private on public.user_watched using (
  (
    user_id = (select auth.uid())
    or (select part.watched from sealed.shown_parts part where part.user_id = user_watched.user_id)
  )
  and film_id <> all (array(select film_id from sealed.deleted_films))
);
alter policy everyone_reads_wishlists_unless_private on public.user_wishlist using (
  (
    user_id = (select auth.uid())
    or (select part.wishlist from sealed.shown_parts part where part.user_id = user_wishlist.user_id)
  )
  and film_id <> all (array(select film_id from sealed.deleted_films))
);

-- As before (deleted_films.sql); only the film is restored.
create or replace function public.restore_film(film_id integer) returns void
  language plpgsql volatile security definer
  set search_path = ''
as $$
declare
  deleted jsonb;
  inserted integer;
  holder text;
begin
  perform private.require_admin();
  -- This waits for a deletion under way; otherwise the film would be restored as an earlier deletion left it.
  perform from public.films film where film.id = restore_film.film_id for update;
  select change.before into deleted
  from public.film_changes change
  where change.film_id = restore_film.film_id and change.operation = 'deleted'
  order by change.id desc
  limit 1;
  if deleted is null then
    raise exception 'That film was never deleted.' using errcode = 'PT404';
  end if;

  execute format(
    'insert into public.films (%1$s) overriding system value
    select %1$s from jsonb_populate_record(null::public.films, $1)
    on conflict do nothing',
    private.film_columns()
  ) using deleted;
  get diagnostics inserted = row_count;
  -- Of two people who restore a film at once, the second waits and then meets this conflict.
  if inserted = 0 and exists (select from public.films where id = restore_film.film_id) then
    raise exception 'The film is in the catalogue already.' using errcode = 'PT409';
  end if;
  if inserted = 0 then
    select title into holder from public.films where spine = (deleted ->> 'spine')::integer;
    raise exception 'Spine % now belongs to “%”.', deleted ->> 'spine', holder
      using errcode = 'PT409', hint = 'Give that film another spine first.';
  end if;
end
$$;

create function public.restore_set(set_id integer) returns void
  language plpgsql volatile security definer
  set search_path = ''
as $$
declare
  deleted jsonb;
  inserted integer;
  holder text;
begin
  perform private.require_admin();
  -- This waits for a deletion under way; otherwise the set would come back as an earlier deletion left it.
  perform from public.sets where id = restore_set.set_id for update;
  select change.before into deleted
  from public.film_changes change
  where change.set_id = restore_set.set_id and change.operation = 'deleted'
  order by change.id desc
  limit 1;
  if deleted is null then
    raise exception 'That box set was never deleted.' using errcode = 'PT404';
  end if;

  insert into public.sets (id, title, film_id, criterion_id, films, revision) overriding system value
  select
    former.id, former.title, own.id, former.criterion_id,
    -- A film that was deleted since is stored as its deletion would have stored it: by title, director and year.
    coalesce((
      select jsonb_agg(
        case when film ? 'film_id' and present.id is null then jsonb_build_object(
          'title', gone.before -> 'title', 'director', gone.before -> 'director', 'year', gone.before -> 'year'
        ) else film end
        order by nth
      )
      from jsonb_array_elements(former.films) with ordinality as listed (film, nth)
      left join public.films present on present.id = (film ->> 'film_id')::integer
      left join lateral (
        select change.before from public.film_changes change
        where change.film_id = (film ->> 'film_id')::integer and change.operation = 'deleted'
        order by change.id desc
        limit 1
      ) as gone on present.id is null
    ), '[]'),
    former.revision
  from jsonb_populate_record(null::public.sets, deleted) as former
  left join public.films own on own.id = former.film_id
  on conflict do nothing;
  get diagnostics inserted = row_count;
  -- Of two people who restore a set at once, the second waits and then meets this conflict.
  if inserted = 0 and exists (select from public.sets where id = restore_set.set_id) then
    raise exception 'The box set is in the catalogue already.' using errcode = 'PT409';
  end if;
  if inserted = 0 then
    select title into holder from public.sets
    where title = deleted ->> 'title' or to_jsonb(film_id) = deleted -> 'film_id'
      or to_jsonb(criterion_id) = deleted -> 'criterion_id'
    limit 1;
    raise exception 'The box set “%” now has its title, spine or number at criterion.com.', holder
      using errcode = 'PT409', hint = 'Change that one first.';
  end if;
  -- When such a film is restored, it returns to this set; as the set's own film it does so only if no other set had it
  -- when it was deleted.
  insert into private.sets_of_deleted_films (film_id, set_id, is_own)
  select gone.film_id, restore_set.set_id, gone.is_own
  from (
    select (film ->> 'film_id')::integer as film_id, false as is_own from jsonb_array_elements(deleted -> 'films') as film
    union all
    select (deleted ->> 'film_id')::integer, true
  ) as gone
  where gone.film_id is not null and not exists (select from public.films present where present.id = gone.film_id)
  on conflict do nothing;
end
$$;

comment on function public.restore_set is 'Restores a deleted box set, with the ticks and copies that people had of it.';

revoke execute on function public.restore_set from public, anon;
grant execute on function public.restore_set to authenticated;
