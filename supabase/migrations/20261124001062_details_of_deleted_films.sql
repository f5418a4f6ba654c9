-- Restoring a deleted film restores the details that were removed with it.

create function private.restore_details_of_deleted(of_film integer, of_set integer) returns void
  language plpgsql volatile
  set search_path = ''
as $$
declare
  details private.removed_details[];
begin
  with removed as (
    delete from private.removed_details kept
    where (kept.film_id = of_film or kept.set_id = of_set) and kept.mark = 'film'
    returning kept.*
  )
  select array_agg(row (removed.*)::private.removed_details) into details from removed;
  perform private.restore_details(details);
end
$$;

revoke execute on function private.restore_details_of_deleted from public;

create function private.lock_people_of_deleted_film() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- This waits for changes of copies, viewings and wishes (lock_own_profile).
  perform from public.profiles
  where id in (
    select user_id from public.user_copies where film_id = old.id
    union select user_id from public.user_viewings where film_id = old.id
    union select user_id from public.user_wish_details where film_id = old.id
  )
  order by id for share;
  return old;
end
$$;

-- Triggers run in the order of their names: this one runs before films_keep_tracking, which locks the marks.
create trigger films_keep_people before delete on public.films
  for each row execute function private.lock_people_of_deleted_film();

create function private.keep_details_of_deleted_film() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- The people and their marks are locked, which every copy, viewing and detail has.
  perform from public.user_copies where film_id = old.id order by user_id, id for update;
  perform from public.user_viewings where film_id = old.id order by user_id, id for update;
  perform from public.user_wish_details where film_id = old.id order by user_id for update;
  insert into private.removed_details (user_id, id, kind, film_id, mark, contents)
  select user_id, id, 'copy', old.id, 'film', to_jsonb(copy) from public.user_copies copy where film_id = old.id
  union all
  select user_id, id, 'viewing', old.id, 'film', to_jsonb(viewing) from public.user_viewings viewing where film_id = old.id
  union all
  select
    user_id, gen_random_uuid(), 'wish', old.id, 'film', to_jsonb(wish) || coalesce(to_jsonb(details), '{}')
  from (select * from public.user_wishlist where film_id = old.id) as wish
  left join (select * from public.user_wish_details where film_id = old.id) as details using (user_id)
  where wants_laserdisc or wants_dvd or wants_bluray or wants_bluray_4k or priority is not null
    or details.film_id is not null
  on conflict (user_id, id) do update set
    film_id = excluded.film_id, set_id = null, mark = excluded.mark, contents = excluded.contents,
    removed_at = excluded.removed_at;
  return old;
end
$$;

-- Triggers run in the order of their names: this one runs after films_keep_tracking.
create trigger films_keep_tracking_details before delete on public.films
  for each row execute function private.keep_details_of_deleted_film();

-- Replaces the function of deleted_films.sql. It also restores the details.
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

  -- People are locked first, as above.
  perform from public.profiles
  where id in (select kept.user_id from private.tracking_of_deleted_films kept where kept.film_id = restore_film.film_id)
  order by id for key share;
  -- The film does not restore what people had removed themselves.
  perform set_config('tracking.adds_details', 'yes', true);
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
  perform set_config('tracking.adds_details', '', true);
  perform private.restore_details_of_deleted(restore_film.film_id, null);
end
$$;
