-- Writing an import.

-- Keeps films from being deleted until the end of the transaction, in the order of their ids, as updates lock them.
-- Returns how many of them there are.
create function private.hold_films(ids integer[]) returns integer
  language sql volatile security definer
  set search_path = ''
as $$
  select count(*)::integer from (
    select from public.films where id = any (ids) order by id for key share
  ) as held
$$;

-- Records that the caller changed these marks of films and sets, as the triggers do for single marks.
create function private.record_changes_of_marks(films jsonb) returns void
  language sql volatile security definer
  set search_path = ''
as $$
  select private.record_changes(auth.uid(), array_agg(coalesce(film_id, set_id)), array_agg(list))
  from jsonb_to_recordset(films) as film (film_id integer, set_id integer, marks text[]),
    unnest(array['user_ownership', 'user_wishlist', 'user_watched', 'user_sets']) as list
  where (list = 'user_sets') = (set_id is not null) and case list
    when 'user_wishlist' then 'wishlist' = any (marks)
    when 'user_watched' then 'watched' = any (marks)
    else marks && '{ownership, laserdisc, dvd, bluray, bluray_4k}'
  end
$$;

-- An import that is forgotten can no longer be undone.
create function private.forget_imports(ids uuid[]) returns void
  language sql volatile
  set search_path = ''
as $$
  delete from private.import_marks where user_id = auth.uid() and import_id = any (ids);
  delete from private.import_set_marks where user_id = auth.uid() and import_id = any (ids);
  delete from private.import_details where user_id = auth.uid() and import_id = any (ids)
$$;

-- Records an import of the caller with the marks that it set, and forgets those that can no longer be undone.
create function private.record_import(
  import_id uuid, name text, films jsonb, sets jsonb, copies uuid[], viewings uuid[]
) returns void
  language plpgsql volatile security definer
  set search_path = ''
as $$
begin
  perform private.forget_imports(array(
    select id from public.imports where user_id = auth.uid() and made_at < now() - interval '30 days'
  ));
  insert into public.imports (user_id, id, name, formats, wishlisted, watched, copies, viewings)
  select
    auth.uid(), import_id, record_import.name,
    count(*) filter (where mark not in ('ownership', 'wishlist', 'watched')),
    count(*) filter (where mark = 'wishlist'),
    count(*) filter (where mark = 'watched'),
    cardinality(record_import.copies), cardinality(record_import.viewings)
  from jsonb_to_recordset(films || sets) as film (marks text[]), unnest(film.marks) as mark;
  insert into private.import_set_marks (user_id, import_id, set_id, marks)
  select auth.uid(), record_import.import_id, set_id, marks
  from jsonb_to_recordset(sets) as one (set_id integer, marks text[]);
  insert into private.import_details (user_id, import_id, id)
  -- A copy and a viewing may have the same id.
  select distinct auth.uid(), record_import.import_id, detail
  from unnest(record_import.copies || record_import.viewings) as detail;
  insert into private.import_marks (user_id, import_id, film_id, marks)
  select auth.uid(), record_import.import_id, film_id, marks
  from jsonb_to_recordset(films) as film (film_id integer, marks text[]);
  perform private.record_changes_of_marks(films || sets);
end
$$;

-- Ticks sets for the caller, and returns those that were not ticked before: [{"set_id", "marks"}].
create function private.tick_import_sets(sets jsonb) returns jsonb
  language plpgsql volatile
  set search_path = ''
as $$
declare
  one record;
  added text[];
  result jsonb := '[]';
begin
  for one in
    select * from jsonb_to_recordset(sets) as wanted (set_id integer, marks text[]) where marks <> '{}' order by set_id
  loop
    insert into public.user_sets (user_id, set_id) values (auth.uid(), one.set_id) on conflict do nothing;
    added := case when found then '{ownership}'::text[] else '{}' end;
    select added || array(
      select mark from unnest(one.marks) as mark where not (to_jsonb(own) -> ('owns_' || mark))::boolean
    ) into added
    from public.user_sets own where own.user_id = auth.uid() and own.set_id = one.set_id
    for update;
    update public.user_sets own set
      owns_laserdisc = owns_laserdisc or 'laserdisc' = any (added),
      owns_dvd = owns_dvd or 'dvd' = any (added),
      owns_bluray = owns_bluray or 'bluray' = any (added),
      owns_bluray_4k = owns_bluray_4k or 'bluray_4k' = any (added)
    where own.user_id = auth.uid() and own.set_id = one.set_id and added <> '{}';
    if added <> '{}' then
      result := result || jsonb_build_array(jsonb_build_object('set_id', one.set_id, 'marks', added));
    end if;
  end loop;
  return result;
end
$$;

-- The ids of the caller's copies and viewings of films and sets that are deleted. The row rules hide them, but their
-- ids are in use.
create function private.hidden_details() returns uuid[]
  language sql stable security definer
  set search_path = ''
return array(
  select id from public.user_copies
  where user_id = auth.uid() and film_id = any (array(select deleted.film_id from private.deleted_films deleted))
  union all
  select id from public.user_copies
  where user_id = auth.uid() and set_id = any (array(select deleted.set_id from private.deleted_sets deleted))
  union all
  select id from public.user_viewings
  where user_id = auth.uid() and film_id = any (array(select deleted.film_id from private.deleted_films deleted))
);

-- The id of a copy or viewing of a file. If a hidden one has this id, because the film was deleted and added again,
-- another id replaces it, which is the same at each repetition.
create function private.free_id(id uuid, hidden uuid[]) returns uuid
  language sql immutable
return case when id = any (hidden) then md5('again ' || id)::uuid else id end;

-- Adds copies for the caller, except those that exist with the same id or the same content. Of several equal copies,
-- only as many are added as are missing. A copy without an id gets one made from its content, so that the same file
-- adds it only once, even if the person has changed it since. Returns the ids of the added copies.
create function private.add_import_copies(titles jsonb) returns uuid[]
  language sql volatile
  set search_path = ''
as $$
  with given as (
    select
      film_id, set_id,
      coalesce(
        private.free_id((copy ->> 'id')::uuid, (select private.hidden_details())),
        md5(concat_ws(' ', film_id, 'set', set_id, contents, nth))::uuid
      ) as id,
      contents, nth
    from (
      select
        title.film_id, title.set_id, copy, contents,
        row_number() over (partition by title.film_id, title.set_id, contents order by place) as nth
      from jsonb_to_recordset(titles) as title (film_id integer, set_id integer, copies jsonb),
        jsonb_array_elements(title.copies) with ordinality as listed (copy, place),
        lateral (
          select to_jsonb(jsonb_populate_record(null::public.user_copies, copy)) - '{user_id, id, film_id, set_id}'::text[] as contents
        ) as whole
    ) as numbered
  ),
  -- Counted once, not for each copy of the file.
  present as (
    select coalesce(film_id, -set_id) as title, to_jsonb(own) - '{user_id, id, film_id, set_id}'::text[] as contents, count(*) as copies
    from public.user_copies own where own.user_id = auth.uid()
    group by 1, 2
  ),
  made as (
    insert into public.user_copies
    select wanted.*
    from given
    left join present on present.title = coalesce(given.film_id, -given.set_id) and present.contents = given.contents,
    jsonb_populate_record(
      null::public.user_copies,
      given.contents || jsonb_build_object('user_id', auth.uid(), 'id', given.id, 'film_id', given.film_id, 'set_id', given.set_id)
    ) as wanted
    where given.nth > coalesce(present.copies, 0) and wanted.user_id = auth.uid()
    on conflict do nothing
    returning id
  )
  select coalesce(array_agg(id), '{}') from made
$$;

-- Adds viewings for the caller in the same way. A viewing is not added if there is one of the same day; one without a date
-- is not added if there is one without a date or with its rating.
create function private.add_import_viewings(titles jsonb) returns uuid[]
  language sql volatile
  set search_path = ''
as $$
  with given as (
    select
      film_id,
      coalesce(
        private.free_id(id, (select private.hidden_details())),
        md5(concat_ws(' ', film_id, watched_on, coalesce(rating, 0), note, nth))::uuid
      ) as id,
      watched_on, rating, note, nth
    from (
      select
        title.film_id, one.id, one.watched_on, one.rating, one.note,
        row_number() over (partition by title.film_id, one.watched_on order by place) as nth
      from jsonb_to_recordset(titles) as title (film_id integer, viewings jsonb),
        jsonb_array_elements(title.viewings) with ordinality as listed (viewing, place),
        jsonb_populate_record(null::public.user_viewings, viewing) as one
    ) as numbered
  ),
  made as (
    insert into public.user_viewings (user_id, id, film_id, watched_on, rating, note)
    select auth.uid(), id, film_id, watched_on, rating, note
    from given
    where nth > (
      select count(*) from public.user_viewings own
      where own.user_id = auth.uid() and own.film_id = given.film_id
        and (
          own.watched_on is not distinct from given.watched_on
          or given.watched_on is null and own.rating is not distinct from given.rating
        )
    )
    on conflict do nothing
    returning id
  )
  select coalesce(array_agg(id), '{}') from made
$$;

-- Writes what the file says of the wishes that the import made.
create function private.add_import_wishes(titles jsonb, wished integer[]) returns void
  language plpgsql volatile
  set search_path = ''
as $$
begin
  update public.user_wishlist own set
    wants_laserdisc = coalesce(wanted.wants_laserdisc, false), wants_dvd = coalesce(wanted.wants_dvd, false),
    wants_bluray = coalesce(wanted.wants_bluray, false), wants_bluray_4k = coalesce(wanted.wants_bluray_4k, false),
    priority = wanted.priority
  from jsonb_to_recordset(titles) as title (film_id integer, wish jsonb),
    jsonb_populate_record(null::public.user_wishlist, title.wish) as wanted
  where own.user_id = auth.uid() and own.film_id = title.film_id and title.film_id = any (wished)
    and title.wish is not null;
  insert into public.user_wish_details (user_id, film_id, note, price, currency)
  select auth.uid(), title.film_id, wanted.note, wanted.price, wanted.currency
  from jsonb_to_recordset(titles) as title (film_id integer, wish jsonb),
    jsonb_populate_record(null::public.user_wish_details, title.wish) as wanted
  where title.film_id = any (wished)
    and (wanted.note is not null or wanted.price is not null or wanted.currency is not null)
  on conflict do nothing;
end
$$;

-- Sets marks of many films for the caller, all or none. Marks that are set already stay as they are, and nothing is
-- removed. A request without a response can be sent again under the same id: it returns what the first one did.
create function public.commit_import(import_id uuid, name text, films jsonb, sets jsonb default '[]') returns jsonb
  language plpgsql volatile
  set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  done jsonb;
  -- What is wanted: the films, and whether each is to have each mark.
  ids integer[];
  laserdiscs boolean[];
  dvds boolean[];
  blurays boolean[];
  blurays_4k boolean[];
  wishes boolean[];
  watched boolean[];
  -- The films whose row was inserted, of each list.
  inserted integer[];
  wished integer[];
  seen integer[];
  -- The rows of ownership that were there, as they were.
  held integer[];
  had_laserdisc boolean[];
  had_dvd boolean[];
  had_bluray boolean[];
  had_bluray_4k boolean[];
  added jsonb;
  set_marks jsonb;
  copies uuid[];
  viewings uuid[];
begin
  if import_id is null or private.is_line(name) is not true then
    raise invalid_parameter_value using message = 'An import has an id, and a name of one line with at most 500 characters.';
  end if;
  perform private.require_import_films(films);
  perform private.require_import_sets(sets);
  perform private.require_import_details(films || sets);
  films := private.with_marks_of_details(films);
  sets := private.with_marks_of_details(sets);
  select
    array_agg(film_id), array_agg(marks ? 'laserdisc'), array_agg(marks ? 'dvd'), array_agg(marks ? 'bluray'),
    array_agg(marks ? 'bluray_4k'), array_agg(marks ? 'wishlist'), array_agg(marks ? 'watched')
  into ids, laserdiscs, dvds, blurays, blurays_4k, wishes, watched
  from (
    select (film ->> 'film_id')::integer as film_id, film -> 'marks' as marks
    from jsonb_array_elements(films) as film order by 1
  ) as wanted;
  -- Before all other locks.
  perform private.lock_moves(alone => false);
  -- A deletion of one of the films is waited for.
  if private.hold_films(ids) < cardinality(ids) then
    raise exception 'A title has left the catalogue meanwhile.' using errcode = 'PT409', hint = 'Look at the import again.';
  end if;
  -- Two imports of one person run one after the other.
  perform from public.profiles where id = me for no key update;
  if not found then
    raise exception 'This account is deleted.' using errcode = '42501';
  end if;
  select to_jsonb(made) into done from public.imports made where made.user_id = me and made.id = import_id;
  if found then return done; end if;
  perform private.require_import_of_the_day();
  perform set_config('tracking.applies_marks', 'yes', true);
  perform set_config('tracking.imports', 'yes', true);
  perform set_config('tracking.adds_details', 'yes', true);

  with made as (
    insert into public.user_ownership (user_id, film_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k)
    select me, wanted.* from unnest(ids, laserdiscs, dvds, blurays, blurays_4k) as wanted (film_id, ld, dvd, bd, uhd)
    where ld or dvd or bd or uhd
    on conflict do nothing returning film_id
  )
  select coalesce(array_agg(film_id), '{}') into inserted from made;
  -- A tick under way is waited for, so that a format that it sets does not become the import's.
  select
    array_agg(film_id), array_agg(owns_laserdisc), array_agg(owns_dvd), array_agg(owns_bluray), array_agg(owns_bluray_4k)
  into held, had_laserdisc, had_dvd, had_bluray, had_bluray_4k
  from (
    select * from public.user_ownership own
    where own.user_id = me and own.film_id = any (
      select film_id from unnest(ids, laserdiscs, dvds, blurays, blurays_4k) as wanted (film_id, ld, dvd, bd, uhd)
      where ld or dvd or bd or uhd
      except select unnest(inserted)
    )
    order by own.film_id for update
  ) as own;
  update public.user_ownership own set
    owns_laserdisc = own.owns_laserdisc or ld,
    owns_dvd = own.owns_dvd or dvd,
    owns_bluray = own.owns_bluray or bd,
    owns_bluray_4k = own.owns_bluray_4k or uhd
  from unnest(ids, laserdiscs, dvds, blurays, blurays_4k) as wanted (film_id, ld, dvd, bd, uhd)
  where own.user_id = me and own.film_id = wanted.film_id and own.film_id = any (held)
    and (ld > owns_laserdisc or dvd > owns_dvd or bd > owns_bluray or uhd > owns_bluray_4k);

  with made as (
    insert into public.user_wishlist (user_id, film_id)
    select me, film_id from unnest(ids, wishes) as wanted (film_id, wish) where wish
    on conflict do nothing returning film_id
  )
  select array_agg(film_id) into wished from made;
  with made as (
    insert into public.user_watched (user_id, film_id)
    select me, film_id from unnest(ids, watched) as wanted (film_id, is_watched) where is_watched
    on conflict do nothing returning film_id
  )
  select array_agg(film_id) into seen from made;
  perform private.add_import_wishes(films, wished);
  set_marks := private.tick_import_sets(sets);
  copies := private.add_import_copies(films || sets);
  viewings := private.add_import_viewings(films);
  perform set_config('tracking.applies_marks', '', true);
  perform set_config('tracking.imports', '', true);
  perform set_config('tracking.adds_details', '', true);

  select jsonb_agg(jsonb_build_object('film_id', film_id, 'marks', marks)) into added
  from (
    select film_id, array_remove(array[
      case when row_made.film_id is not null then 'ownership' end,
      case when wanted.ld and (row_made.film_id is not null or not had.ld) then 'laserdisc' end,
      case when wanted.dvd and (row_made.film_id is not null or not had.dvd) then 'dvd' end,
      case when wanted.bd and (row_made.film_id is not null or not had.bd) then 'bluray' end,
      case when wanted.uhd and (row_made.film_id is not null or not had.uhd) then 'bluray_4k' end,
      case when wish_made.film_id is not null then 'wishlist' end,
      case when seen_made.film_id is not null then 'watched' end
    ], null) as marks
    from unnest(ids, laserdiscs, dvds, blurays, blurays_4k) as wanted (film_id, ld, dvd, bd, uhd)
    left join unnest(inserted) as row_made (film_id) using (film_id)
    left join unnest(held, had_laserdisc, had_dvd, had_bluray, had_bluray_4k) as had (film_id, ld, dvd, bd, uhd)
      using (film_id)
    left join unnest(wished) as wish_made (film_id) using (film_id)
    left join unnest(seen) as seen_made (film_id) using (film_id)
  ) as film
  where marks <> '{}';
  perform private.record_import(import_id, name, coalesce(added, '[]'), set_marks, copies, viewings);
  return (select to_jsonb(made) from public.imports made where made.user_id = me and made.id = import_id);
end
$$;

comment on function public.commit_import is
  'Sets marks of many films in one transaction: films is [{"film_id", "marks": [laserdisc | dvd | bluray | bluray_4k | wishlist | watched], "copies": [{format, acquired_on, price, …}], "viewings": [{watched_on, rating, note}], "wish": {wants_…, priority, note, price, currency}}], of which all but film_id and marks may be left out; sets is [{"set_id", "marks": [formats], "copies"}] of sets without a spine. Removes and changes none. Returns the row of imports; a repetition under the same id returns what the first did.';

-- The functions that are not granted are called only by record_import and record_undo, which run as their owner.
revoke execute on function
  private.hold_films, private.record_changes_of_marks, private.forget_imports, private.record_import,
  private.hidden_details, private.free_id,
  private.tick_import_sets, private.add_import_copies, private.add_import_viewings, private.add_import_wishes from public;
grant execute on function
  private.hidden_details, private.free_id, private.hold_films, private.record_import, private.tick_import_sets,
  private.add_import_copies, private.add_import_viewings, private.add_import_wishes to authenticated;
revoke execute on function public.commit_import from public, anon;
grant execute on function public.commit_import to authenticated;
