-- Restoring a deleted box set, with the ticks and copies that people had of it. Those of a set with a spine are of the film
-- of that spine, and stay.

-- Deleted with the person, and written back when the set is restored.
create table private.owners_of_deleted_sets (
  user_id uuid not null references public.profiles on delete cascade,
  set_id integer not null,
  owns_laserdisc boolean not null,
  owns_dvd boolean not null,
  owns_bluray boolean not null,
  owns_bluray_4k boolean not null,
  primary key (user_id, set_id)
);

create index owners_of_deleted_sets_by_set on private.owners_of_deleted_sets (set_id);

revoke all on private.owners_of_deleted_sets from anon, authenticated;

-- A trigger before each row, because the deletion of a set cascades to its ticks and copies.
create function private.keep_owners_of_deleted_set() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- People before their marks, and marks before copies, as when a film is deleted.
  perform from public.profiles
  where id in (
    select user_id from public.user_sets where set_id = old.id
    union select user_id from public.user_copies where set_id = old.id
  )
  order by id for share;
  perform from public.user_sets where set_id = old.id order by user_id for update;
  perform from public.user_copies where set_id = old.id order by user_id, id for update;
  insert into private.owners_of_deleted_sets
  select user_id, set_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k
  from public.user_sets where set_id = old.id;
  insert into private.removed_details (user_id, id, kind, set_id, mark, contents)
  select user_id, id, 'copy', old.id, 'film', to_jsonb(copy) from public.user_copies copy where set_id = old.id
  on conflict (user_id, id) do update set
    film_id = null, set_id = excluded.set_id, mark = excluded.mark, contents = excluded.contents,
    removed_at = excluded.removed_at;
  return old;
end
$$;

create trigger sets_keep_owners before delete on public.sets
  for each row execute function private.keep_owners_of_deleted_set();

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
    -- A film that was deleted since stands in the set as if it had been there.
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

  -- People are locked first, as above.
  perform from public.profiles
  where id in (
    select kept.user_id from private.owners_of_deleted_sets kept where kept.set_id = restore_set.set_id
    union select kept.user_id from private.removed_details kept where kept.set_id = restore_set.set_id and kept.mark = 'film'
  )
  order by id for key share;
  -- What people had removed themselves does not come back with the set.
  perform set_config('tracking.adds_details', 'yes', true);
  with kept as (
    delete from private.owners_of_deleted_sets kept where kept.set_id = restore_set.set_id returning *
  )
  insert into public.user_sets (user_id, set_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k)
  select kept.user_id, kept.set_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k from kept;
  perform set_config('tracking.adds_details', '', true);
  perform private.restore_details_of_deleted(null, restore_set.set_id);
end
$$;

comment on function public.restore_set is 'Restores a deleted box set, with the ticks and copies that people had of it.';

revoke execute on function public.restore_set from public, anon;
grant execute on function public.restore_set to authenticated;
