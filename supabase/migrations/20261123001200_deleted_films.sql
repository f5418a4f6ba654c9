-- Restoring a deleted film, with what people tracked of it.

-- The tracking of deleted films. It is deleted with the person, and written back when the film is restored.
create table private.tracking_of_deleted_films (
  film_id integer not null,
  user_id uuid not null references public.profiles on delete cascade,
  -- These four are null for a person without a row of ownership.
  owns_laserdisc boolean,
  owns_dvd boolean,
  owns_bluray boolean,
  owns_bluray_4k boolean,
  wishlisted boolean not null,
  watched boolean not null,
  primary key (film_id, user_id)
);

create index tracking_of_deleted_films_by_user on private.tracking_of_deleted_films (user_id);

revoke all on private.tracking_of_deleted_films from anon, authenticated;

-- A trigger before each row, because the deletion of a film cascades to its tracking.
create function private.keep_tracking_of_deleted_film() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- People are locked first, as when an account is deleted: otherwise the two deletions could wait for each other.
  perform from public.profiles
  where id in (
    select user_id from public.user_ownership where film_id = old.id
    union select user_id from public.user_wishlist where film_id = old.id
    union select user_id from public.user_watched where film_id = old.id
  )
  order by id for key share;
  -- This waits for ticks under way. Later ticks wait for this, and find no film.
  perform from public.user_ownership where film_id = old.id order by user_id for update;
  perform from public.user_wishlist where film_id = old.id order by user_id for update;
  perform from public.user_watched where film_id = old.id order by user_id for update;
  insert into private.tracking_of_deleted_films
  select
    old.id, user_id, own.owns_laserdisc, own.owns_dvd, own.owns_bluray, own.owns_bluray_4k,
    wish.film_id is not null, watched.film_id is not null
  from (select * from public.user_ownership where film_id = old.id) as own
  full join (select * from public.user_wishlist where film_id = old.id) as wish using (user_id)
  full join (select * from public.user_watched where film_id = old.id) as watched using (user_id);
  return old;
end
$$;

create trigger films_keep_tracking before delete on public.films
  for each row execute function private.keep_tracking_of_deleted_film();

create function public.restore_film(film_id integer) returns void
  language plpgsql volatile security definer
  set search_path = ''
as $$
declare
  deleted jsonb;
  inserted integer;
  holder text;
begin
  perform private.require_admin();
  -- This waits for a deletion under way; otherwise the film would come back as an earlier deletion left it.
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

  -- People are locked first, as above.
  perform from public.profiles
  where id in (select kept.user_id from private.tracking_of_deleted_films kept where kept.film_id = restore_film.film_id)
  order by id for key share;
  with kept as (
    delete from private.tracking_of_deleted_films kept where kept.film_id = restore_film.film_id returning *
  ),
  own as (
    insert into public.user_ownership (user_id, film_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k)
    select kept.user_id, kept.film_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k
    from kept where owns_dvd is not null
  ),
  wish as (
    insert into public.user_wishlist (user_id, film_id) select kept.user_id, kept.film_id from kept where wishlisted
  )
  insert into public.user_watched (user_id, film_id) select kept.user_id, kept.film_id from kept where watched;
end
$$;

comment on function public.restore_film is 'Restores a deleted film, with what people tracked of it.';

-- How many people track a film that an admin is about to delete. People with private profiles count, too; the admin learns
-- only the number. A row of ownership in which nothing is ticked is no tracking.
create function public.count_film_trackers(film_id integer) returns integer
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select count(*)::integer
    from (
      select user_id from public.user_ownership own
      where own.film_id = count_film_trackers.film_id and (owns_laserdisc or owns_dvd or owns_bluray or owns_bluray_4k)
      union
      select user_id from public.user_wishlist wish where wish.film_id = count_film_trackers.film_id
      union
      select user_id from public.user_watched watched where watched.film_id = count_film_trackers.film_id
    ) as people
  );
end
$$;

comment on function public.count_film_trackers is 'How many people own, want or have watched a film.';

revoke execute on function public.restore_film, public.count_film_trackers from public, anon;
grant execute on function public.restore_film, public.count_film_trackers to authenticated;
