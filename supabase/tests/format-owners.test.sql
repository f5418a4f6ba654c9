-- How many people own what an admin is about to remove.
begin;
select plan(11);

create function pg_temp.owners(variadic changes text[]) returns integer language sql as $$
  select public.count_format_owners(
    jsonb_agg(jsonb_build_object('id', tap.film(6000 + place::integer), 'after', after::jsonb))
  )
  from unnest(changes) with ordinality as change (after, place)
$$;

insert into public.films (spine, title, director, dvd, bluray)
values (6001, 'One', 'a', true, true), (6002, 'Two', 'b', true, false);
insert into public.user_ownership (user_id, film_id, owns_dvd, owns_bluray) values
  (tap.person('olga'), tap.film(6001), true, true), (tap.person('olga'), tap.film(6002), true, true),
  (tap.person('ben'), tap.film(6001), false, true), (tap.person('ada'), tap.film(6002), false, false);
update public.profiles set visibility = 'private' where id = tap.person('olga');

select is(tap.attempt('a visitor', $$select public.count_format_owners('[]')$$), 'not granted',
  'a visitor is not told how many own a format');
select tap.become('ben');
select throws_ok($$select public.count_format_owners('[]')$$, '42501', 'Only admins change the catalogue.',
  'nor is who is no admin');

select tap.become('ada');
select is(pg_temp.owners('{"dvd": false}'), 1, 'an admin counts who is private, too');
select is(pg_temp.owners('{"bluray": false}'), 2, 'every owner of the format counts');
select is(pg_temp.owners('{"dvd": false, "bluray": false}', '{"dvd": false}'), 2, 'who owns several of them counts once');
select is(pg_temp.owners('{"dvd": true}', '{"dvd": true}'), 0, 'a format that stays has nobody to be told of');
select is(pg_temp.owners('{"dvd_oop": false, "laserdisc": false}'), 0, 'nor has one that nobody owns');
select is(pg_temp.owners('{}', '{"bluray": false}'), 0, 'nor one that the film does not have');
select is(public.count_format_owners('[{"id": 999999999, "after": {"dvd": false}}]'), 0, 'nor one of an unknown film');
select throws_ok($$select public.count_format_owners('{}')$$, '22023', 'The changes are a list.', 'the changes are a list');
select throws_ok($$select public.count_format_owners('[{"id": 1, "after": {"title": "x"}}]')$$, '22023', null,
  'of formats and nothing else');

select * from finish();
rollback;
