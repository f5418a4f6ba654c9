-- Changing the formats of many films together, and reverting an update.

-- Format flags and nothing else, each true or false.
create function private.are_flags(value jsonb) returns boolean
  language sql immutable parallel safe
  set search_path = ''
return
  jsonb_typeof(value) = 'object'
  and value - '{laserdisc, dvd, bluray, bluray_4k, laserdisc_oop, dvd_oop, bluray_oop, bluray_4k_oop}'::text[] = '{}'
  and not jsonb_path_exists(value, '$.* ? (@.type() != "boolean")');

create function private.require_format_changes(changes jsonb) returns void
  language plpgsql immutable
  set search_path = ''
as $$
begin
  if jsonb_typeof(changes) is distinct from 'array' then
    raise invalid_parameter_value using message = 'The changes are a list.';
  end if;
  if jsonb_array_length(changes) > 10000 then
    raise invalid_parameter_value using message = 'At most 10,000 films are changed at once.';
  end if;
  if exists (
    select from jsonb_array_elements(changes) as change
    where (
      jsonb_typeof(change -> 'id') = 'number'
      and change ->> 'id' ~ '^[1-9][0-9]{0,8}$'
      and private.are_flags(change -> 'after')
      and (not change ? 'before' or private.are_flags(change -> 'before'))
    ) is not true
  ) then
    raise invalid_parameter_value using message =
      'A change is a film''s id with the format flags to set in "after" and, if they matter, those it has in "before".';
  end if;
  if exists (select from jsonb_array_elements(changes) as change group by change -> 'id' having count(*) > 1) then
    raise invalid_parameter_value using message = 'Each film is changed once.';
  end if;
end
$$;

-- Makes all of these changes or none. Each is {"id": film, "before": {flag: value}, "after": {flag: value}}; where `before`
-- is given, the film must still be so. Films that this update has changed already are skipped, so that a request without
-- an answer can be sent again. Returns how many of these films the update has changed, then or now.
create function public.change_film_formats(update_id uuid, update_name text, changes jsonb) returns integer
  language plpgsql volatile
  set search_path = ''
as $$
declare
  wanted integer[];
  held integer[];
  done integer[];
  overtaken text[];
begin
  perform private.require_admin();
  if update_id is null or private.is_line(update_name) is not true then
    raise invalid_parameter_value using message = 'An update has an id, and a name of one line with at most 500 characters.';
  end if;
  perform private.require_format_changes(changes);
  wanted := array(select (change ->> 'id')::integer from jsonb_array_elements(changes) as change);
  -- Locked in the order of their ids, so that two updates never wait for each other. For the same reason a film that is
  -- restored after this statement counts as deleted.
  held := array(select id from public.films where id = any (wanted) order by id for update);

  -- Read after the locks: the same request may have run at the same time.
  done := array(
    select film_id from public.film_changes made
    where made.update_id = change_film_formats.update_id and made.changed_by = auth.uid()
  );
  overtaken := array(
    select coalesce(
      'spine ' || coalesce(
        film.spine,
        (select spine from public.film_changes gone where gone.film_id = change.id order by gone.id desc limit 1)
      ),
      'film ' || change.id
    )
    from jsonb_to_recordset(changes) as change (id integer, before jsonb)
    left join public.films film on film.id = change.id and film.id = any (held)
    where change.id <> all (done) and (film.id is null or not to_jsonb(film) @> coalesce(before, '{}'))
    order by film.spine, change.id
  );
  if overtaken <> '{}' then
    raise exception 'Changed or deleted by someone else meanwhile: %.',
      array_to_string(overtaken[:10], ', ') || case when cardinality(overtaken) > 10
        then format(' and %s more', cardinality(overtaken) - 10) else '' end
      using errcode = 'PT409', hint = 'Look at the changes again.';
  end if;

  perform private.name_film_update(update_name, update_id);
  update public.films film set
    laserdisc = coalesce((after -> 'laserdisc')::boolean, laserdisc),
    dvd = coalesce((after -> 'dvd')::boolean, dvd),
    bluray = coalesce((after -> 'bluray')::boolean, bluray),
    bluray_4k = coalesce((after -> 'bluray_4k')::boolean, bluray_4k),
    laserdisc_oop = coalesce((after -> 'laserdisc_oop')::boolean, laserdisc_oop),
    dvd_oop = coalesce((after -> 'dvd_oop')::boolean, dvd_oop),
    bluray_oop = coalesce((after -> 'bluray_oop')::boolean, bluray_oop),
    bluray_4k_oop = coalesce((after -> 'bluray_4k_oop')::boolean, bluray_4k_oop)
  from jsonb_to_recordset(changes) as change (id integer, after jsonb)
  where film.id = change.id and film.id = any (held) and change.id <> all (done);
  perform set_config('films.update_id', '', true);

  return (
    select count(*)::integer from public.film_changes made
    where made.update_id = change_film_formats.update_id and made.film_id = any (wanted)
  );
end
$$;

comment on function public.change_film_formats is
  'Sets format and out-of-print flags of many films in one transaction, as an update in the history; returns how many of them it changed.';

-- How many people own a format that an admin is about to remove, by changes as `change_film_formats` takes them. People with
-- private profiles count, too; the admin learns only the number.
create function public.count_format_owners(changes jsonb) returns integer
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.require_format_changes(changes);
  return (
    select count(distinct own.user_id)::integer
    from jsonb_to_recordset(changes) as change (id integer, after jsonb)
    join public.films film on film.id = change.id
    join public.user_ownership own on own.film_id = film.id
    where (film.laserdisc and own.owns_laserdisc and not coalesce((after -> 'laserdisc')::boolean, true))
      or (film.dvd and own.owns_dvd and not coalesce((after -> 'dvd')::boolean, true))
      or (film.bluray and own.owns_bluray and not coalesce((after -> 'bluray')::boolean, true))
      or (film.bluray_4k and own.owns_bluray_4k and not coalesce((after -> 'bluray_4k')::boolean, true))
  );
end
$$;

comment on function public.count_format_owners is
  'How many people own a format that changes of the shape of change_film_formats remove.';

-- Every film that is still as the update left it becomes what it was before. Returns how many they are, and the other films
-- that the update changed. The films it added stay, because people may track them by now. A request without an answer can
-- be sent again under the same id, and returns what the first one did.
create function public.revert_film_update(update_id uuid, as_update uuid default gen_random_uuid()) returns jsonb
  language plpgsql volatile
  set search_path = ''
as $$
declare
  former_name text;
  held integer[];
  result jsonb;
begin
  perform private.require_admin();
  if as_update is null or as_update = update_id then
    raise invalid_parameter_value using message = 'A revert needs another id than the update it reverts.';
  end if;
  select name into former_name from public.film_updates where id = update_id;
  if former_name is null then
    raise exception 'There is no such update.' using errcode = 'PT404';
  end if;
  held := array(
    select id from public.films
    where id in (select film_id from public.film_changes made where made.update_id = revert_film_update.update_id)
    order by id
    for update
  );
  perform private.name_film_update('Revert of ' || former_name, as_update, update_id);
  execute format(
    'update public.films film
    set (%1$s) = (select %1$s from jsonb_populate_record(former, made.before))
    from public.films former
    join public.film_changes made on made.film_id = former.id and to_jsonb(former) @> made.after
    cross join lateral jsonb_populate_record(former, made.before) as wanted
    where film.id = former.id
      and film.id = any ($1)
      and made.update_id = $2
      and made.operation = ''changed''
      -- A format stays where it was marked out of print since: removing it would remove that flag.
      and (wanted.laserdisc or not wanted.laserdisc_oop)
      and (wanted.dvd or not wanted.dvd_oop)
      and (wanted.bluray or not wanted.bluray_oop)
      and (wanted.bluray_4k or not wanted.bluray_4k_oop)
      and not exists (select from public.film_changes done where done.update_id = $3 and done.film_id = former.id)',
    private.film_columns('id', 'revision')
  ) using held, update_id, as_update;
  perform set_config('films.update_id', '', true);

  select jsonb_build_object(
    'reverted', count(done.id),
    'overtaken', coalesce(
      jsonb_agg(jsonb_build_object('spine', made.spine, 'title', made.title) order by made.spine)
        filter (where done.id is null),
      '[]'
    )
  )
  into result
  from public.film_changes made
  left join public.film_changes done on done.update_id = as_update and done.film_id = made.film_id
  where made.update_id = revert_film_update.update_id and made.operation = 'changed';
  return result;
end
$$;

comment on function public.revert_film_update is
  'Reverts an update for each film that was not changed since: {"reverted": count, "overtaken": [{"spine", "title"}]}.';

revoke execute on function
  public.change_film_formats, public.count_format_owners, public.revert_film_update from public, anon;
grant execute on function
  public.change_film_formats, public.count_format_owners, public.revert_film_update to authenticated;
