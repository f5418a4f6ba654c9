-- Imports: many marks of one person, set in one transaction, which can be undone for 30 days.

create table public.imports (
  user_id uuid not null references public.profiles on delete cascade,
  id uuid not null,
  -- The name of the file, or how the titles were entered.
  name text not null check (private.is_line(name)),
  made_at timestamptz not null default now(),
  -- How many marks it set: formats, and films on each list.
  formats integer not null,
  wishlisted integer not null,
  watched integer not null,
  copies integer not null default 0,
  viewings integer not null default 0,
  undone_at timestamptz,
  -- How many of these marks, copies and viewings were removed again.
  removed integer,
  primary key (user_id, id)
);

-- The marks that an import set and that the person has not removed since. An undo removes these and no others.
create table private.import_marks (
  user_id uuid not null references public.profiles on delete cascade,
  import_id uuid not null,
  film_id integer not null references public.films on delete cascade,
  -- Formats, `wishlist`, `watched`, and `ownership` where the import inserted the row itself.
  marks text[] not null,
  primary key (user_id, import_id, film_id)
);

-- For a tick and for the deletion of a film.
create index import_marks_by_film on private.import_marks (film_id, user_id);

-- The same for sets without a spine.
create table private.import_set_marks (
  user_id uuid not null references public.profiles on delete cascade,
  import_id uuid not null,
  set_id integer not null references public.sets on delete cascade,
  marks text[] not null,
  primary key (user_id, import_id, set_id)
);

create index import_set_marks_by_set on private.import_set_marks (set_id, user_id);

-- The copies and viewings that an import added and that the person has not changed since.
create table private.import_details (
  user_id uuid not null references public.profiles on delete cascade,
  import_id uuid not null,
  id uuid not null,
  primary key (user_id, import_id, id)
);

create index import_details_by_id on private.import_details (user_id, id);

alter table public.imports enable row level security;

revoke all on public.imports from anon, authenticated;
revoke all on private.import_marks, private.import_set_marks, private.import_details from anon, authenticated;
grant select on public.imports to authenticated, service_role;

create policy owner_reads_own_imports on public.imports for select to authenticated
  using (user_id = (select auth.uid()));

-- A mark that the person removes no longer belongs to the import, even if it is set again.
create function private.forget_import_marks() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  removed text[];
begin
  if tg_table_name <> 'user_ownership' then
    removed := array[replace(tg_table_name, 'user_', '')];
  elsif tg_op = 'DELETE' then
    removed := '{ownership, laserdisc, dvd, bluray, bluray_4k}';
  else
    removed := array_remove(array[
      case when old.owns_laserdisc > new.owns_laserdisc then 'laserdisc' end,
      case when old.owns_dvd > new.owns_dvd then 'dvd' end,
      case when old.owns_bluray > new.owns_bluray then 'bluray' end,
      case when old.owns_bluray_4k > new.owns_bluray_4k then 'bluray_4k' end
    ], null);
  end if;
  update private.import_marks made
  set marks = array(select mark from unnest(made.marks) as mark where mark <> all (removed))
  where made.user_id = old.user_id and made.film_id = old.film_id and made.marks && removed;
  return null;
end
$$;

-- Not for a deletion that cascades, which deletes these rows as well.
create trigger user_ownership_forget_import after update on public.user_ownership
  for each row when (
    old.owns_laserdisc > new.owns_laserdisc or old.owns_dvd > new.owns_dvd or old.owns_bluray > new.owns_bluray
    or old.owns_bluray_4k > new.owns_bluray_4k
  ) execute function private.forget_import_marks();
create trigger user_ownership_forget_import_of_row after delete on public.user_ownership
  for each row when (pg_trigger_depth() = 0) execute function private.forget_import_marks();
create trigger user_wishlist_forget_import after delete on public.user_wishlist
  for each row when (pg_trigger_depth() = 0) execute function private.forget_import_marks();
create trigger user_watched_forget_import after delete on public.user_watched
  for each row when (pg_trigger_depth() = 0) execute function private.forget_import_marks();

create function private.forget_import_set_marks() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  removed constant text[] := private.formats_removed(to_jsonb(old), to_jsonb(new)) || case tg_op when 'DELETE' then '{ownership}'::text[] end;
begin
  update private.import_set_marks made
  set marks = array(select mark from unnest(made.marks) as mark where mark <> all (removed))
  where made.user_id = old.user_id and made.set_id = old.set_id and made.marks && removed;
  return null;
end
$$;

create trigger user_sets_forget_import after update on public.user_sets
  for each row when (
    old.owns_laserdisc > new.owns_laserdisc or old.owns_dvd > new.owns_dvd or old.owns_bluray > new.owns_bluray
    or old.owns_bluray_4k > new.owns_bluray_4k
  ) execute function private.forget_import_set_marks();
create trigger user_sets_forget_import_of_row after delete on public.user_sets
  for each row when (pg_trigger_depth() = 0) execute function private.forget_import_set_marks();

-- If a person adds or changes a detail, an undo no longer removes that detail and its mark.
create function private.forget_import_of_detail() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  detail constant jsonb := to_jsonb(new);
  kept text;
begin
  if current_setting('tracking.imports', true) = 'yes' then return null; end if;
  kept := case tg_table_name
    when 'user_copies' then detail ->> 'format' when 'user_viewings' then 'watched' else 'wishlist'
  end;
  update private.import_marks made set marks = array_remove(marks, kept)
  where made.user_id = new.user_id and made.film_id = (detail ->> 'film_id')::integer and kept = any (marks);
  update private.import_set_marks made set marks = array_remove(marks, kept)
  where made.user_id = new.user_id and made.set_id = (detail ->> 'set_id')::integer and kept = any (marks);
  if tg_op = 'UPDATE' and detail ? 'id' then
    delete from private.import_details made where made.user_id = new.user_id and made.id::text = detail ->> 'id';
  end if;
  return null;
end
$$;

create trigger user_copies_forget_import after insert or update on public.user_copies
  for each row execute function private.forget_import_of_detail();
create trigger user_viewings_forget_import after insert or update on public.user_viewings
  for each row execute function private.forget_import_of_detail();
create trigger user_wishlist_forget_import_of_wish after update on public.user_wishlist
  for each row execute function private.forget_import_of_detail();
create trigger user_wish_details_forget_import after insert or update on public.user_wish_details
  for each row execute function private.forget_import_of_detail();

create function private.forget_import_of_removed_detail() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  delete from private.import_details made where made.user_id = old.user_id and made.id = old.id;
  return null;
end
$$;

create trigger user_copies_forget_import_of_row after delete on public.user_copies
  for each row execute function private.forget_import_of_removed_detail();
create trigger user_viewings_forget_import_of_row after delete on public.user_viewings
  for each row execute function private.forget_import_of_removed_detail();

-- Checks the films of an import.
create function private.require_import_films(films jsonb) returns void
  language plpgsql immutable
  set search_path = ''
as $$
begin
  if jsonb_typeof(films) is distinct from 'array' or jsonb_array_length(films) > 10000 then
    raise invalid_parameter_value using message = 'The films are a list of at most 10,000.';
  end if;
  if exists (
    select from jsonb_array_elements(films) as film
    where (
      jsonb_typeof(film -> 'film_id') = 'number'
      and film ->> 'film_id' ~ '^[1-9][0-9]{0,8}$'
      and jsonb_typeof(film -> 'marks') = 'array'
      and film -> 'marks' <@ '["laserdisc", "dvd", "bluray", "bluray_4k", "wishlist", "watched"]'
    ) is not true
  ) then
    raise invalid_parameter_value using message =
      'A film has a film_id and its marks: laserdisc, dvd, bluray, bluray_4k, wishlist or watched.';
  end if;
  if exists (
    select from jsonb_array_elements(films) as film
    where jsonb_typeof(coalesce(film -> 'copies', '[]')) <> 'array'
      or jsonb_typeof(coalesce(film -> 'viewings', '[]')) <> 'array'
      or jsonb_typeof(coalesce(film -> 'wish', '{}')) <> 'object'
      or film -> 'copies' @? '$[*] ? (@.type() != "object")'
      or film -> 'viewings' @? '$[*] ? (@.type() != "object")'
  ) then
    raise invalid_parameter_value using message = 'The copies and viewings of a film are lists of objects; a wish is one.';
  end if;
  if exists (select from jsonb_array_elements(films) as film group by film -> 'film_id' having count(*) > 1) then
    raise invalid_parameter_value using message = 'Each film is named once.';
  end if;
end
$$;

create function private.require_import_sets(sets jsonb) returns void
  language plpgsql immutable
  set search_path = ''
as $$
begin
  if jsonb_typeof(sets) is distinct from 'array' or jsonb_array_length(sets) > 1000 or exists (
    select from jsonb_array_elements(sets) as one
    where (
      jsonb_typeof(one -> 'set_id') = 'number'
      and one ->> 'set_id' ~ '^[1-9][0-9]{0,8}$'
      and jsonb_typeof(one -> 'marks') = 'array'
      and one -> 'marks' <@ '["laserdisc", "dvd", "bluray", "bluray_4k"]'
      and jsonb_typeof(coalesce(one -> 'copies', '[]')) = 'array'
      and not one @? '$.copies[*] ? (@.type() != "object")'
    ) is not true
  ) then
    raise invalid_parameter_value using message =
      'The sets are a list of at most 1,000, each with a set_id and its marks: laserdisc, dvd, bluray or bluray_4k.';
  end if;
  if exists (select from jsonb_array_elements(sets) as one group by one -> 'set_id' having count(*) > 1) then
    raise invalid_parameter_value using message = 'Each set is named once.';
  end if;
end
$$;

-- Films or sets with the marks that their copies and viewings set, too.
create function private.with_marks_of_details(titles jsonb) returns jsonb
  language sql immutable
  set search_path = ''
return coalesce((
  select jsonb_agg(
    title || jsonb_build_object('marks', (
      select coalesce(jsonb_agg(distinct mark), '[]')
      from (
        select jsonb_array_elements_text(title -> 'marks') as mark
        union all
        select copy ->> 'format' from jsonb_array_elements(coalesce(title -> 'copies', '[]')) as copy
        union all
        select 'watched' where jsonb_array_length(coalesce(title -> 'viewings', '[]')) > 0
      ) as every
      where mark in ('laserdisc', 'dvd', 'bluray', 'bluray_4k', 'wishlist', 'watched')
    ))
    order by place
  )
  from jsonb_array_elements(titles) with ordinality as given (title, place)
), '[]');

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

-- Records when the caller changed these rows of films and sets, as the triggers do for single marks.
create function private.record_mark_changes(films jsonb) returns void
  language sql volatile security definer
  set search_path = ''
as $$
  insert into private.mark_changes (user_id, film_id, list, changed_at, session_id)
  select auth.uid(), coalesce(film_id, set_id), list, now(), (auth.jwt() ->> 'session_id')::uuid
  from jsonb_to_recordset(films) as film (film_id integer, set_id integer, marks text[]),
    unnest(array['user_ownership', 'user_wishlist', 'user_watched', 'user_sets']) as list
  where (list = 'user_sets') = (set_id is not null) and case list
    when 'user_wishlist' then 'wishlist' = any (marks)
    when 'user_watched' then 'watched' = any (marks)
    else marks && '{ownership, laserdisc, dvd, bluray, bluray_4k}'
  end
  on conflict (user_id, film_id, list) do update
  set changed_at = excluded.changed_at, session_id = excluded.session_id, stamp = null
$$;

-- Records an import of the caller with the marks that it set, and forgets those that can no longer be undone.
create function private.record_import(
  import_id uuid, name text, films jsonb, sets jsonb, copies uuid[], viewings uuid[]
) returns void
  language plpgsql volatile security definer
  set search_path = ''
as $$
begin
  delete from private.import_marks made using public.imports expired
  where expired.user_id = auth.uid() and expired.made_at < now() - interval '30 days'
    and made.user_id = auth.uid() and made.import_id = expired.id;
  delete from private.import_set_marks made using public.imports expired
  where expired.user_id = auth.uid() and expired.made_at < now() - interval '30 days'
    and made.user_id = auth.uid() and made.import_id = expired.id;
  delete from private.import_details made using public.imports expired
  where expired.user_id = auth.uid() and expired.made_at < now() - interval '30 days'
    and made.user_id = auth.uid() and made.import_id = expired.id;
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
  select auth.uid(), record_import.import_id, detail from unnest(record_import.copies || record_import.viewings) as detail;
  insert into private.import_marks (user_id, import_id, film_id, marks)
  select auth.uid(), record_import.import_id, film_id, marks
  from jsonb_to_recordset(films) as film (film_id integer, marks text[]);
  perform private.record_mark_changes(films || sets);
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

-- Adds copies for the caller, except those that are there: under the same id, or just the same. Of several equal ones as
-- many are added as are missing. A copy of a file without ids gets one of its own content, so that the same file adds it
-- once, also where the person has changed it since. Returns the ids of those added.
create function private.add_import_copies(titles jsonb) returns uuid[]
  language sql volatile
  set search_path = ''
as $$
  with given as (
    select
      film_id, set_id, coalesce((copy ->> 'id')::uuid, md5(concat_ws(' ', film_id, 'set', set_id, contents, nth))::uuid) as id,
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
    where given.nth > coalesce(present.copies, 0)
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
      film_id, coalesce(id, md5(concat_ws(' ', film_id, watched_on, coalesce(rating, 0), note, nth))::uuid) as id,
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
);

-- The caller's marks that an import set and that are still the import's: [{"film_id", "marks"}].
create function private.marks_of_import(import_id uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('film_id', film_id, 'marks', marks) order by film_id), '[]')
  from private.import_marks made
  where made.user_id = auth.uid() and made.import_id = marks_of_import.import_id and marks <> '{}'
$$;

-- @param details the copies and viewings that the undo deleted: [{"film_id", "list"}].
create function private.record_undo(import_id uuid, films jsonb, details jsonb) returns void
  language sql volatile security definer
  set search_path = ''
as $$
  select private.record_mark_changes(films);
  -- A queued change of a removed copy or viewing is not applied.
  insert into private.mark_changes (user_id, film_id, list, changed_at, session_id)
  select auth.uid(), film_id, list, now(), (auth.jwt() ->> 'session_id')::uuid
  from jsonb_to_recordset(details) as detail (film_id integer, list text)
  on conflict (user_id, film_id, list) do update
  set changed_at = excluded.changed_at, session_id = excluded.session_id, stamp = null;
  delete from private.import_marks made
  where made.user_id = auth.uid() and made.import_id = record_undo.import_id;
  delete from private.import_set_marks made
  where made.user_id = auth.uid() and made.import_id = record_undo.import_id;
  delete from private.import_details made
  where made.user_id = auth.uid() and made.import_id = record_undo.import_id;
  update public.imports made
  set undone_at = now(), removed = jsonb_array_length(details) + (
    select count(*) from jsonb_to_recordset(films) as film (marks text[]), unnest(film.marks) as mark
    where mark <> 'ownership'
  )
  where made.user_id = auth.uid() and made.id = record_undo.import_id
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
  -- Films before the person, as when a film is deleted.
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
  -- Before the marks, with which they would otherwise go along, to come back with them.
  ids := private.details_of_import(import_id);
  -- Recorded with the marks, at once.
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
  private.require_import_films, private.hold_films, private.record_mark_changes, private.record_import,
  private.marks_of_import, private.record_undo, private.require_import_sets, private.tick_import_sets,
  private.add_import_copies, private.add_import_viewings, private.add_import_wishes, private.details_of_import,
  private.set_marks_of_import, private.with_marks_of_details
  from public;
-- private.record_mark_changes is called by the two that record only.
grant execute on function
  private.require_import_films, private.hold_films, private.record_import, private.marks_of_import, private.record_undo,
  private.require_import_sets, private.tick_import_sets, private.add_import_copies, private.add_import_viewings,
  private.add_import_wishes, private.details_of_import, private.set_marks_of_import,
  private.with_marks_of_details
  to authenticated;
revoke execute on function public.commit_import, public.undo_import from public, anon;
grant execute on function public.commit_import, public.undo_import to authenticated;
