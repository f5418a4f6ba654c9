-- Checking and completing the films and sets of an import before it is written.

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
      and jsonb_array_length(film -> 'marks') <= 6
      and film -> 'marks' <@ '["laserdisc", "dvd", "bluray", "bluray_4k", "wishlist", "watched"]'
    ) is not true
  ) then
    raise invalid_parameter_value using message =
      'A film has a film_id and its marks: laserdisc, dvd, bluray, bluray_4k, wishlist or watched.';
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
      and jsonb_array_length(one -> 'marks') <= 4
      and one -> 'marks' <@ '["laserdisc", "dvd", "bluray", "bluray_4k"]'
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

-- Checks the copies, viewings and wishes of an import. It is written in one transaction, during which the embedded
-- engine runs no other, so copies and viewings are limited to as many as take about a second.
create function private.require_import_details(titles jsonb) returns void
  language plpgsql immutable
  set search_path = ''
as $$
declare
  shape constant text := 'The copies and viewings of a title are lists of objects; a wish is one.';
begin
  if exists (
    select from jsonb_array_elements(titles) as title
    where jsonb_typeof(coalesce(title -> 'copies', '[]')) <> 'array'
      or jsonb_typeof(coalesce(title -> 'viewings', '[]')) <> 'array'
      or jsonb_typeof(coalesce(title -> 'wish', '{}')) <> 'object'
  ) then
    raise invalid_parameter_value using message = shape;
  end if;
  -- Before each of them is looked at.
  if (
    select max(copies) > 100 or max(viewings) > 1000 or sum(copies + viewings) > 10000
    from (
      select
        jsonb_array_length(coalesce(title -> 'copies', '[]')) as copies,
        jsonb_array_length(coalesce(title -> 'viewings', '[]')) as viewings
      from jsonb_array_elements(titles) as title
    ) as counted
  ) then
    raise invalid_parameter_value using message =
      'An import can have at most 10,000 copies and viewings together, and of one title 100 copies and 1,000 viewings.';
  end if;
  if exists (
    select from jsonb_array_elements(titles) as title
    where title -> 'copies' @? '$[*] ? (@.type() != "object")' or title -> 'viewings' @? '$[*] ? (@.type() != "object")'
  ) then
    raise invalid_parameter_value using message = shape;
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

revoke execute on function
  private.require_import_films, private.require_import_sets, private.require_import_details, private.with_marks_of_details
  from public;
grant execute on function
  private.require_import_films, private.require_import_sets, private.require_import_details, private.with_marks_of_details
  to authenticated;
