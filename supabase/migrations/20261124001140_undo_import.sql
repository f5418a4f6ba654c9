-- Undoing an import.

-- The caller's copies and viewings that an import added and that are still the import's.
create function private.details_of_import(import_id uuid) returns uuid[]
  language sql stable security definer
  set search_path = ''
return array(
  select id from private.import_details made
  where made.user_id = auth.uid() and made.import_id = details_of_import.import_id
);

create function private.set_marks_of_import(import_id uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
return (
  select coalesce(jsonb_agg(jsonb_build_object('set_id', set_id, 'marks', marks) order by set_id), '[]')
  from private.import_set_marks made
  where made.user_id = auth.uid() and made.import_id = set_marks_of_import.import_id and marks <> '{}'
    and made.set_id <> all (array(select deleted.set_id from private.deleted_sets deleted))
);

-- The caller's marks that an import set and that are still the import's: [{"film_id", "marks"}].
create function private.marks_of_import(import_id uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('film_id', film_id, 'marks', marks) order by film_id), '[]')
  from private.import_marks made
  where made.user_id = auth.uid() and made.import_id = marks_of_import.import_id and marks <> '{}'
    and made.film_id <> all (array(select deleted.film_id from private.deleted_films deleted))
$$;

-- @param details the copies and viewings that the undo deleted: [{"film_id", "list"}].
create function private.record_undo(import_id uuid, films jsonb, details jsonb) returns void
  language sql volatile security definer
  set search_path = ''
as $$
  select private.record_changes_of_marks(films);
  -- A queued change of a removed copy or viewing is not applied.
  select private.record_changes(auth.uid(), array_agg(film_id), array_agg(list))
  from jsonb_to_recordset(details) as detail (film_id integer, list text);
  select private.forget_imports(array[import_id]);
  update public.imports made
  set undone_at = now(), removed = jsonb_array_length(details) + (
    select count(*) from jsonb_to_recordset(films) as film (marks text[]), unnest(film.marks) as mark
    where mark <> 'ownership'
  )
  where made.user_id = auth.uid() and made.id = record_undo.import_id
$$;

-- Removes what an import set, except what its person has removed since. Rows that the import inserted go, too, where
-- nothing else was ticked in them. A repetition returns what the first undo did.
create function public.undo_import(import_id uuid) returns jsonb
  language plpgsql volatile
  set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  made public.imports;
  films jsonb;
  sets jsonb;
  ids uuid[];
  details jsonb;
begin
  -- Before all other locks.
  perform private.lock_moves(alone => false);
  perform from public.profiles where id = me for no key update;
  select * into made from public.imports one where one.user_id = me and one.id = import_id;
  if not found then
    raise exception 'There is no such import.' using errcode = 'PT404';
  end if;
  if made.undone_at is not null then return to_jsonb(made); end if;
  if made.made_at < now() - interval '30 days' then
    raise exception 'An import can be taken back for 30 days.' using errcode = 'PT409';
  end if;
  -- The rows first: a tick locks its row before it forgets a mark of an import.
  perform from public.user_ownership own
  where own.user_id = me and own.film_id = any (array(
    select film_id from jsonb_to_recordset(private.marks_of_import(import_id)) as film (film_id integer)
  ))
  order by own.film_id for update;
  -- Deleted before the marks: details that are removed with a mark are restored with it.
  ids := private.details_of_import(import_id);
  -- record_undo records these deletions together with those of the marks.
  perform set_config('tracking.applies_marks', 'yes', true);
  with copies as (
    delete from public.user_copies own where own.user_id = me and own.id = any (ids) returning own.id, own.film_id, own.set_id
  ),
  viewings as (
    delete from public.user_viewings own where own.user_id = me and own.id = any (ids) returning own.id, own.film_id
  )
  select coalesce(jsonb_agg(jsonb_build_object('film_id', film_id, 'list', list)), '[]') into details
  from (
    select coalesce(film_id, set_id) as film_id, 'user_copies ' || id as list from copies
    union all select film_id, 'user_viewings ' || id from viewings
  ) as gone;
  films := private.marks_of_import(import_id);
  sets := private.set_marks_of_import(import_id);
  perform set_config('tracking.imports', 'yes', true);

  delete from public.user_sets own
  using jsonb_to_recordset(sets) as one (set_id integer, marks text[])
  where own.user_id = me and own.set_id = one.set_id and 'ownership' = any (marks)
    and (not owns_laserdisc or 'laserdisc' = any (marks)) and (not owns_dvd or 'dvd' = any (marks))
    and (not owns_bluray or 'bluray' = any (marks)) and (not owns_bluray_4k or 'bluray_4k' = any (marks));
  update public.user_sets own set
    owns_laserdisc = owns_laserdisc and 'laserdisc' <> all (marks),
    owns_dvd = owns_dvd and 'dvd' <> all (marks),
    owns_bluray = owns_bluray and 'bluray' <> all (marks),
    owns_bluray_4k = owns_bluray_4k and 'bluray_4k' <> all (marks)
  from jsonb_to_recordset(sets) as one (set_id integer, marks text[])
  where own.user_id = me and own.set_id = one.set_id and marks && '{laserdisc, dvd, bluray, bluray_4k}';

  delete from public.user_ownership own
  using jsonb_to_recordset(films) as film (film_id integer, marks text[])
  where own.user_id = me and own.film_id = film.film_id and 'ownership' = any (marks)
    and (not owns_laserdisc or 'laserdisc' = any (marks)) and (not owns_dvd or 'dvd' = any (marks))
    and (not owns_bluray or 'bluray' = any (marks)) and (not owns_bluray_4k or 'bluray_4k' = any (marks));
  update public.user_ownership own set
    owns_laserdisc = owns_laserdisc and 'laserdisc' <> all (marks),
    owns_dvd = owns_dvd and 'dvd' <> all (marks),
    owns_bluray = owns_bluray and 'bluray' <> all (marks),
    owns_bluray_4k = owns_bluray_4k and 'bluray_4k' <> all (marks)
  from jsonb_to_recordset(films) as film (film_id integer, marks text[])
  where own.user_id = me and own.film_id = film.film_id and marks && '{laserdisc, dvd, bluray, bluray_4k}';
  delete from public.user_wishlist wish
  where wish.user_id = me and wish.film_id = any (array(
    select film_id from jsonb_to_recordset(films) as film (film_id integer, marks text[]) where 'wishlist' = any (marks)
  ));
  delete from public.user_watched watched
  where watched.user_id = me and watched.film_id = any (array(
    select film_id from jsonb_to_recordset(films) as film (film_id integer, marks text[]) where 'watched' = any (marks)
  ));

  perform set_config('tracking.applies_marks', '', true);
  perform set_config('tracking.imports', '', true);
  perform private.record_undo(import_id, films || sets, details);
  return (select to_jsonb(one) from public.imports one where one.user_id = me and one.id = import_id);
end
$$;

comment on function public.undo_import is
  'Removes the marks that an import of the last 30 days set, except those changed since. Returns the row of imports, with undone_at and how many were removed.';

revoke execute on function
  private.details_of_import, private.set_marks_of_import, private.marks_of_import, private.record_undo from public;
grant execute on function
  private.details_of_import, private.set_marks_of_import, private.marks_of_import, private.record_undo to authenticated;
revoke execute on function public.undo_import from public, anon;
grant execute on function public.undo_import to authenticated;
