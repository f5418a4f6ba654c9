-- Changing the formats of many films together, and taking an update back.

create function private.require_admin() returns void
  language plpgsql stable
  set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only admins change the catalogue.';
  end if;
end
$$;

-- All of these changes, or none of them. Each is {"id": film, "before": {flag: value}, "after": {flag: value}}; the film
-- must still be as `before` says, where that is given. What this update has changed already is passed over, so that
-- a request without an answer can be sent again.
create function public.change_film_formats(update_id uuid, update_name text, changes jsonb) returns integer
  language plpgsql volatile
  set search_path = ''
as $$
declare
  flags constant text[] := '{laserdisc, dvd, bluray, bluray_4k, laserdisc_oop, dvd_oop, bluray_oop, bluray_4k_oop}';
  pending jsonb;
  overtaken text;
  changed integer;
begin
  perform private.require_admin();
  if exists (
    select from jsonb_array_elements(changes) as change
    where jsonb_typeof(change -> 'id') is distinct from 'number'
      or jsonb_typeof(change -> 'after') is distinct from 'object'
      or (change -> 'after') - flags <> '{}'
      or jsonb_typeof(change -> 'before') <> 'object'
  ) then
    raise invalid_parameter_value using
      message = 'A change is a film''s id with the format flags to set in "after" and those it has in "before".';
  end if;

  select jsonb_agg(change) into pending
  from jsonb_array_elements(changes) as change
  where not exists (
    select from public.film_changes made
    where made.update_id = change_film_formats.update_id and made.film_id = (change ->> 'id')::integer
  );
  -- In the order of their numbers, so that two updates never wait for each other.
  perform from public.films
  where id in (select (change ->> 'id')::integer from jsonb_array_elements(pending) as change)
  order by id
  for update;

  select string_agg(coalesce('spine ' || film.spine, 'film ' || (change ->> 'id')), ', ' order by film.spine)
  into overtaken
  from jsonb_array_elements(pending) as change
  left join public.films film on film.id = (change ->> 'id')::integer
  where film.id is null or not to_jsonb(film) @> coalesce(change -> 'before', '{}');
  if overtaken is not null then
    raise exception 'Changed or deleted by someone else meanwhile: %.', overtaken
      using errcode = 'PT409', hint = 'Look at the changes again.';
  end if;

  perform private.name_film_update(update_name, update_id);
  with written as (
    update public.films film set
      laserdisc = wanted.laserdisc,
      dvd = wanted.dvd,
      bluray = wanted.bluray,
      bluray_4k = wanted.bluray_4k,
      laserdisc_oop = wanted.laserdisc_oop,
      dvd_oop = wanted.dvd_oop,
      bluray_oop = wanted.bluray_oop,
      bluray_4k_oop = wanted.bluray_4k_oop
    from public.films former
    join jsonb_array_elements(pending) as change on former.id = (change ->> 'id')::integer
    cross join lateral jsonb_populate_record(former, change -> 'after') as wanted
    where film.id = former.id
    returning film.revision > former.revision as is_changed
  )
  select count(*) filter (where is_changed) into changed from written;
  return changed;
end
$$;

comment on function public.change_film_formats is
  'Sets format and out-of-print flags of many films in one transaction, named as an update in the history; answers how many films changed.';

-- Every film that is still as the update left it becomes what it was before. Answers how many, and names the others.
create function public.revert_film_update(update_id uuid, as_update uuid default gen_random_uuid()) returns jsonb
  language plpgsql volatile
  set search_path = ''
as $$
declare
  former_name text;
  result jsonb;
begin
  perform private.require_admin();
  select name into former_name from public.film_updates where id = update_id;
  if former_name is null then
    raise exception 'There is no such update.' using errcode = 'PT404';
  end if;
  perform from public.films
  where id in (select film_id from public.film_changes made where made.update_id = revert_film_update.update_id)
  order by id
  for update;
  perform private.name_film_update(left('Revert of ' || former_name, 500), as_update, update_id);
  with
  made as (
    select * from public.film_changes made
    where made.update_id = revert_film_update.update_id
      and not exists (
        select from public.film_changes done where done.update_id = as_update and done.film_id = made.film_id
      )
  ),
  reverted as (
    update public.films film set
      (spine, title, director, country, year, laserdisc, dvd, bluray, bluray_4k, laserdisc_oop, dvd_oop, bluray_oop,
        bluray_4k_oop, product_url, box_art_url, imdb_link, letterboxd_link, wikipedia_link, bluray_com_link,
        amazon_link, ebay_link)
      = row(wanted.spine, wanted.title, wanted.director, wanted.country, wanted.year, wanted.laserdisc, wanted.dvd,
        wanted.bluray, wanted.bluray_4k, wanted.laserdisc_oop, wanted.dvd_oop, wanted.bluray_oop, wanted.bluray_4k_oop,
        wanted.product_url, wanted.box_art_url, wanted.imdb_link, wanted.letterboxd_link, wanted.wikipedia_link,
        wanted.bluray_com_link, wanted.amazon_link, wanted.ebay_link)
    from public.films former
    join made on made.film_id = former.id and made.operation = 'changed' and to_jsonb(former) @> made.after
    cross join lateral jsonb_populate_record(former, made.before) as wanted
    where film.id = former.id
    returning film.id
  )
  select jsonb_build_object(
    'reverted', count(reverted.id),
    'overtaken', coalesce(
      jsonb_agg(jsonb_build_object('spine', made.spine, 'title', made.title) order by made.spine)
        filter (where reverted.id is null),
      '[]'
    )
  )
  into result
  from made left join reverted on reverted.id = made.film_id;
  return result;
end
$$;

comment on function public.revert_film_update is
  'Takes an update back where nothing newer stands: {"reverted": count, "overtaken": [{"spine", "title"}]}.';

revoke execute on function public.change_film_formats, public.revert_film_update from public, anon;
grant execute on function public.change_film_formats, public.revert_film_update to authenticated;
