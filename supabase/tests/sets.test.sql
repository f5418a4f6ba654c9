-- The films of a set as rows and as one value of the set: each follows the other, and the history has them.
begin;
select plan(23);

create function pg_temp.the_set(of_title text) returns integer language sql as $$
  select id from public.sets where title = of_title
$$;
create function pg_temp.films_of(of_title text) returns text language sql as $$
  select string_agg(coalesce(film.title, member.title), ', ' order by position)
  from public.set_films member left join public.films film on film.id = member.film_id
  where set_id = pg_temp.the_set(of_title)
$$;
create function pg_temp.latest(of_set integer) returns setof public.film_history language sql as $$
  select * from public.film_history where set_id = of_set order by id::bigint desc limit 1
$$;

select tap.become('ada');
insert into public.films (spine, title, director, year)
values (6000, 'A Set', 'a', null), (6001, 'One', 'a', 1951), (6002, 'Two', 'b', 1952);

insert into public.sets (title, film_id, films) values ('A Set', tap.film(6000), jsonb_build_array(
  jsonb_build_object('film_id', tap.film(6002)), '{"title": "Zero", "year": 1950, "note": "x"}'::jsonb,
  jsonb_build_object('film_id', tap.film(6001), 'title', 'One')
));
select is(pg_temp.films_of('A Set'), 'Two, Zero, One', 'the films of a set stand in the order of its value');
select is((select films -> 1 from public.sets where title = 'A Set'), '{"title": "Zero", "year": 1950}',
  'a film without a spine has only what a film has');
select is((select films -> 2 from public.sets where title = 'A Set'), jsonb_build_object('film_id', tap.film(6001)),
  'the title of a film of the catalogue is not stored again');
select results_eq(
  $$select who collate "default", operation, spine, film_id, title, after ->> 'title' from pg_temp.latest(pg_temp.the_set('A Set'))$$,
  $$values ('ada', 'added', 6000, null::integer, 'A Set', 'A Set')$$,
  'a new set is in the history with its spine'
);

update public.sets set films = jsonb_build_array(films -> 2, films -> 0) where title = 'A Set';
select is(pg_temp.films_of('A Set'), 'One, Two', 'films are taken out and change places in one statement');
select is((select revision from public.sets where title = 'A Set'), 2, 'this is one change of the set');
select results_eq(
  $$select operation, jsonb_array_length(before -> 'films'), jsonb_array_length(after -> 'films'), after - 'films'
    from pg_temp.latest(pg_temp.the_set('A Set'))$$,
  $$values ('changed', 3, 2, '{}'::jsonb)$$,
  'the history has the films before and after'
);

insert into public.set_films (set_id, position, title) values (pg_temp.the_set('A Set'), 9, 'Nine');
select is((select films -> 2 ->> 'title' from public.sets where title = 'A Set'), 'Nine', 'a set follows its rows');
update public.set_films set position = 1 where title = 'Nine' and false;
select is((select revision from public.sets where title = 'A Set'), 3, 'a statement that changes no row is no change');
delete from public.set_films where title = 'Nine';
select is((select jsonb_array_length(films) from public.sets where title = 'A Set'), 2, 'a deleted row leaves its set');

select throws_ok($$update public.sets set films = '[{"director": "x"}]'$$, '23514', null, 'a film has a title');
select throws_ok($$update public.sets set films = '[{"film_id": 999999999}]'$$, '23503', null, 'a film exists');
select throws_ok($$update public.sets set films = '{}'$$, '22023', null, 'the films are a list');
select throws_ok(
  $$update public.sets set films = films || films where title = 'A Set'$$, '23505', null, 'a set has a film once'
);

-- Films that leave the catalogue and come back.

delete from public.films where spine in (6000, 6002);
select is(pg_temp.films_of('A Set'), 'One, Two', 'a set keeps the title of a deleted film');
select is((select films -> 1 from public.sets where title = 'A Set'),
  '{"title": "Two", "director": "b", "year": 1952}', 'the set has director and year of the deleted film');
select is((select film_id from public.sets where title = 'A Set'), null, 'a set outlives its own row of the catalogue');
select public.restore_film((select film_id from public.film_changes where spine = 6002 and film_id is not null limit 1));
select public.restore_film((select film_id from public.film_changes where spine = 6000 and film_id is not null limit 1));
select is((select film_id from public.set_films where set_id = pg_temp.the_set('A Set') and position = 2), tap.film(6002),
  'a restored film is in its sets again');
select is((select film_id from public.sets where title = 'A Set'), tap.film(6000), 'a restored title is the set''s title again');

-- Reverting an update.

reset role;
select private.name_film_update('sets', tap.person('sets'));
select tap.become('ada');
insert into public.sets (title) values ('Another');
update public.sets set films = '[{"title": "New"}]', criterion_id = 7 where title = 'A Set';
select set_config('films.update_id', '', true);
select results_eq(
  $$select films, revertible from public.film_history where update_id = tap.person('sets') and operation = 'update'$$,
  'values (2, true)', 'an update of sets is one entry'
);
select is(public.revert_film_update(tap.person('sets')), '{"reverted": 1, "overtaken": []}', 'the update is reverted');
select results_eq(
  $$select title collate "default", pg_temp.films_of('A Set'), criterion_id from public.sets where film_id = tap.film(6000)$$,
  $$values ('A Set', 'One, Two', null::integer)$$, 'the reverted set is as it was'
);
delete from public.sets where title = 'A Set';
select is((select operation from public.film_history where title = 'A Set' and set_id is not null order by id::bigint desc limit 1),
  'deleted', 'a deleted set is in the history');

select * from finish();
rollback;
