-- How many people own the formats that an admin is about to remove.
begin;
select plan(17);

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
  'a visitor cannot count a format''s owners');
select tap.become('ben');
select throws_ok($$select public.count_format_owners('[]')$$, '42501', 'Only admins change the catalogue.',
  'a person who is not an admin cannot count a format''s owners');

select tap.become('ada');
select is(pg_temp.owners('{"dvd": false}'), 1, 'the count includes private people');
select is(pg_temp.owners('{"bluray": false}'), 2, 'the count includes every owner of the format');
select is(pg_temp.owners('{"dvd": false, "bluray": false}', '{"dvd": false}'), 2,
  'a person who owns several of the formats counts once');
select is(pg_temp.owners('{"dvd": true}', '{"dvd": true}'), 0, 'a format that stays counts no owners');
select is(pg_temp.owners('{"dvd_oop": false, "laserdisc": false}'), 0, 'a format that nobody owns counts no owners');
select is(pg_temp.owners('{}', '{"bluray": false}'), 0, 'a format that the film does not have counts no owners');
select is(public.count_format_owners('[{"id": 999999999, "after": {"dvd": false}}]'), 0,
  'an unknown film counts no owners');
select throws_ok($$select public.count_format_owners('{}')$$, '22023', 'The changes are a list.',
  'changes that are not a list are refused');
select throws_ok($$select public.count_format_owners('[{"id": 1, "after": {"title": "x"}}]')$$, '22023', null,
  'changes of other columns are refused');

-- Through box sets: one with a spine, which is ticked as its title, and one without.
reset role;
insert into public.films (spine, title, director, dvd) values (6003, 'Three', 'c', true), (6004, 'The Box', 'd', true);
insert into public.sets (title, film_id, films) values
  ('The Box', tap.film(6004), jsonb_build_array(jsonb_build_object('film_id', tap.film(6003)), jsonb_build_object('film_id', tap.film(6004)))),
  ('The Chest', null, jsonb_build_array(jsonb_build_object('film_id', tap.film(6003))));
insert into public.user_ownership (user_id, film_id, owns_dvd) values (tap.person('olga'), tap.film(6004), true);
select tap.become('ada');
select is(pg_temp.owners('{}', '{}', '{"dvd": false}'), 1, 'a person who owns the film through a set counts as an owner');
reset role;
insert into public.user_sets (user_id, set_id, owns_dvd, owns_bluray)
select person, id, person <> tap.person('ada'), person = tap.person('ada')
from public.sets, unnest(array[tap.person('olga'), tap.person('ben'), tap.person('ada')]) as person where title = 'The Chest';
select tap.become('ada');
select is(pg_temp.owners('{}', '{}', '{"dvd": false}'), 2, 'a set without a spine counts, too, in its formats only');
reset role;
insert into public.user_ownership (user_id, film_id, owns_dvd) values (tap.person('ben'), tap.film(6003), true);
select tap.become('ada');
select is(pg_temp.owners('{}', '{}', '{"dvd": false}'), 2,
  'a person counts once, whether by a tick, a set with a spine or one without');
select is(pg_temp.owners('{}', '{}', '{"bluray": false}'), 0, 'a format that the set has and the film has not counts no owners');
select is(pg_temp.owners('{}', '{}', '{}', '{"dvd": false}'), 1, 'a set is no film of itself');
select is(pg_temp.owners('{"dvd": false}', '{}', '{"dvd": false}'), 2, 'owners of several films are counted together');

select * from finish();
rollback;
