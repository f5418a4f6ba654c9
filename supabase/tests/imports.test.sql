-- Imports only add, all or nothing; an undo removes exactly what is still the import's.
begin;
select plan(58);

create temporary view marks as
select film.spine, own.owns_laserdisc, own.owns_dvd, own.owns_bluray, own.owns_bluray_4k,
  wish.film_id is not null as wished, watched.film_id is not null as watched
from (select * from public.user_ownership where user_id = tap.person('ben')) own
full join (select * from public.user_wishlist where user_id = tap.person('ben')) wish using (film_id)
full join (select * from public.user_watched where user_id = tap.person('ben')) watched using (film_id)
join public.films film on film.id = film_id;

create function tap.films(variadic marks text[]) returns jsonb language sql stable
return (
  select jsonb_agg(jsonb_build_object('film_id', tap.film(split_part(one, ' ', 1)::integer), 'marks', list))
  from (
    select split_part(one, ' ', 1) || ' ' as one, jsonb_agg(split_part(one, ' ', 2)) as list
    from unnest(marks) as one group by 1
  ) as grouped
);
create function tap.import(number integer, variadic marks text[]) returns jsonb language sql volatile
return public.commit_import(md5(number::text)::uuid, 'films.csv', tap.films(variadic marks));

-- Ben owns the DVD of spine 1, has an empty row for spine 2, and wishes for spine 3.
insert into public.user_ownership (user_id, film_id, owns_dvd) values
  (tap.person('ben'), tap.film(1), true), (tap.person('ben'), tap.film(2), false);
insert into public.user_wishlist (user_id, film_id) values (tap.person('ben'), tap.film(3));
create temporary table former as select * from marks;
grant select on marks, former to authenticated;

select tap.become('ben');
select is(
  tap.import(1, '1 dvd', '1 bluray', '2 laserdisc', '3 wishlist', '3 watched', '4 bluray_4k', '5 wishlist')
    - array['user_id', 'id', 'made_at'],
  '{"name": "films.csv", "formats": 3, "wishlisted": 1, "watched": 1, "copies": 0, "viewings": 0, "undone_at": null, "removed": null}'::jsonb,
  'an import counts the marks that are new'
);
select results_eq(
  'select * from marks order by spine',
  $$values (1, false, true, true, false, false, false), (2, true, false, false, false, false, false),
    (3, null, null, null, null, true, true), (4, false, false, false, true, false, false),
    (5, null, null, null, null, true, false)$$,
  'an import adds marks and leaves the others as they are'
);
select is(tap.import(1, '9 dvd') ->> 'formats', '3', 'a repetition under the same id returns what the first did');
select is_empty('select from marks where spine = 9', 'the repetition writes nothing');
select is(
  tap.import(2, '1 dvd', '1 bluray', '2 laserdisc', '5 wishlist') - array['user_id', 'id', 'made_at', 'name'],
  '{"formats": 0, "wishlisted": 0, "watched": 0, "copies": 0, "viewings": 0, "undone_at": null, "removed": null}'::jsonb,
  'the same marks under another id change nothing'
);
select is(public.undo_import(md5('2')::uuid) ->> 'removed', '0', 'the undo of an import that changed nothing removes nothing');
select is(public.undo_import(md5('1')::uuid) ->> 'removed', '5', 'an undo removes what the import set');
select bag_eq('select * from marks', 'select * from former', 'the undo restores the former state');
select is(public.undo_import(md5('1')::uuid) ->> 'removed', '5', 'a repeated undo returns what the first did');

-- What the person changes since stays.
select is(tap.import(3, '1 bluray', '1 bluray_4k', '4 dvd', '6 dvd', '7 watched', '8 watched') ->> 'formats', '4', 'a further import counts its new formats');
update public.user_ownership set owns_bluray = false where user_id = tap.person('ben') and film_id = tap.film(1);
update public.user_ownership set owns_bluray = true where user_id = tap.person('ben') and film_id = tap.film(1);
update public.user_ownership set owns_laserdisc = true where user_id = tap.person('ben') and film_id = tap.film(4);
delete from public.user_ownership where user_id = tap.person('ben') and film_id = tap.film(6);
insert into public.user_ownership (user_id, film_id, owns_dvd) values (tap.person('ben'), tap.film(6), true);
delete from public.user_watched where user_id = tap.person('ben') and film_id = tap.film(7);
insert into public.user_watched (user_id, film_id) values (tap.person('ben'), tap.film(7));
select is(public.undo_import(md5('3')::uuid) ->> 'removed', '3', 'an undo leaves what was changed since');
select results_eq(
  'select * from marks order by spine',
  $$values (1, false, true, true, false, false, false), (2, false, false, false, false, false, false),
    (3, null, null, null, null, true, false), (4, true, false, false, false, false, false),
    (6, false, true, false, false, false, false), (7, null, null, null, null, false, true)$$,
  'a format ticked again, another format of the row, a row made anew and a film marked again stay'
);

-- Refusals write nothing.
select throws_ok($$select public.commit_import(null, 'x', '[]')$$, '22023', null, 'an import has an id');
select throws_ok(format('select public.commit_import(gen_random_uuid(), %L, %L)', name, '[]'), '22023', null, 'an import has a name of one line')
from unnest(array['', E'two\nlines']) as name;
select throws_ok(
  format('select public.commit_import(gen_random_uuid(), %L, %L)', 'x', films), '22023', null,
  'refused: ' || films
) from unnest(array['{}', '[1]', '[{"film_id": "1", "marks": []}]', '[{"film_id": 1, "marks": ["vhs"]}]',
  '[{"film_id": 1, "marks": []}, {"film_id": 1, "marks": []}]']) as films;
select throws_ok(
  format('select tap.import(4, %L, %L)', '10 dvd', '99999 dvd'), '22023', null, 'a film that there never was is refused'
);
select throws_ok(
  format('select public.commit_import(gen_random_uuid(), %L, %L)', 'x',
    jsonb_build_array(jsonb_build_object('film_id', tap.film(10), 'marks', '["dvd"]'::jsonb), jsonb_build_object('film_id', 999999999, 'marks', '["dvd"]'::jsonb))),
  'PT409', null, 'an import with a film that has left the catalogue is refused whole'
);
select is_empty('select from marks where spine = 10', 'the refused import writes nothing');

-- Of other people.
select tap.become('olga');
select throws_ok(format('select public.undo_import(%L)', md5('3')::uuid), 'PT404', null, 'a person cannot undo another person''s import');
select tap.become('ben');
select tap.import(5, '11 dvd');
reset role;
update public.imports set made_at = now() - interval '31 days' where id = md5('5')::uuid;
select tap.become('ben');
select throws_ok(format('select public.undo_import(%L)', md5('5')::uuid), 'PT409', null, 'an import cannot be undone after 30 days');

-- Copies, viewings, wishes and sets.
reset role;
create function tap.import_details(number integer) returns jsonb language sql volatile return public.commit_import(
  md5('details' || number)::uuid, 'own.json',
  jsonb_build_array(jsonb_build_object(
    'film_id', tap.film(20), 'marks', '["dvd", "wishlist", "watched"]'::jsonb,
    'copies', '[{"format": "dvd", "acquired_on": "2006-11", "price": 34.95, "currency": "USD", "lent_to": "Tomasz"},
      {"format": "dvd", "acquired_on": "2006-11", "price": 34.95, "currency": "USD", "lent_to": "Tomasz"},
      {"id": "00000000-0000-4000-8000-000000000001", "format": "bluray", "user_id": "00000000-0000-4000-8000-000000000009"}]'::jsonb,
    'viewings', '[{"watched_on": "2014-12-29", "rating": 9, "note": "With Papa"}, {"watched_on": "2014-12-29"}, {"rating": 9}]'::jsonb,
    'wish', '{"wants_bluray_4k": true, "priority": 1, "note": "For my birthday"}'::jsonb
  )),
  jsonb_build_array(jsonb_build_object(
    'set_id', (select id from public.sets where title = 'A set without a spine'), 'marks', '["laserdisc"]'::jsonb,
    'copies', '[{"format": "laserdisc", "store": "Market"}]'::jsonb
  ))
);
create function pg_temp.details() returns setof jsonb language sql as $$
  select to_jsonb(copy) - '{id, set_id, film_id}'::text[] from public.user_copies copy
  union all select to_jsonb(viewing) - '{id, film_id}'::text[] from public.user_viewings viewing
  union all select to_jsonb(wish) - '{film_id}'::text[] from public.user_wish_details wish
  union all select to_jsonb(own) from public.user_sets own where user_id = tap.person('ben')
  union all select to_jsonb(marks) from marks
$$;
select tap.become('ben');
create temporary table undetailed as select * from pg_temp.details() as row;
select is(
  tap.import_details(1) - array['user_id', 'id', 'made_at', 'name'],
  '{"formats": 3, "wishlisted": 1, "watched": 1, "copies": 4, "viewings": 3, "undone_at": null, "removed": null}'::jsonb,
  'an import adds copies, viewings, a wish and a set'
);
select results_eq(
  'select wants_bluray_4k, priority, note from public.user_wishlist join public.user_wish_details using (user_id, film_id) where film_id = tap.film(20)',
  $$values (true, 1::smallint, 'For my birthday')$$, 'the wish is as the file has it'
);
select is_empty($$select from public.user_copies where user_id <> tap.person('ben')$$, 'every copy belongs to the caller');
create temporary table detailed as select * from pg_temp.details() as row;
select is(
  tap.import_details(2) - array['user_id', 'id', 'made_at', 'name'],
  '{"formats": 0, "wishlisted": 0, "watched": 0, "copies": 0, "viewings": 0, "undone_at": null, "removed": null}'::jsonb,
  'the same file again adds nothing'
);
select bag_eq('select * from pg_temp.details()', 'select * from detailed', 'the second import changes nothing');
select is(public.undo_import(md5('details1')::uuid) ->> 'removed', '12', 'the undo removes five marks, four copies and three viewings');
select bag_eq('select * from pg_temp.details()', 'select * from undetailed', 'the undo restores the former details');
select is_empty('select from public.user_wish_details', 'the undo removes the details of the wish');
insert into public.user_wishlist (film_id) values (tap.film(20));
select is_empty(
  'select from public.user_wishlist where wants_bluray_4k and film_id = tap.film(20)', 'a new wish does not restore the formats of an undone import'
);
delete from public.user_wishlist where film_id = tap.film(20);

-- What the person changes since is theirs.
select is(tap.import_details(3) ->> 'copies', '4', 'an undone import can be imported again');
update public.user_copies set price = 30 where format = 'bluray';
update public.user_viewings set rating = 10 where note = 'With Papa';
insert into public.user_copies (film_id, format) values (tap.film(20), 'dvd');
update public.user_wishlist set priority = 2 where film_id = tap.film(20) and user_id = tap.person('ben');
select is(tap.import_details(4) ->> 'copies', '0', 'a copy that was changed is not added again');
select is(public.undo_import(md5('details3')::uuid) ->> 'removed', '6', 'the undo removes only what was not changed: a mark, three copies and two viewings');
select results_eq(
  'select format, price from public.user_copies order by format',
  $$values ('bluray' collate "C", 30.00), ('dvd', null)$$, 'a copy that was changed stays, and one that was added'
);
select is((select count(*)::integer from public.user_viewings), 1, 'a viewing that was changed stays');
select is(
  (select concat_ws(' ', owns_dvd, owns_bluray, wished, watched) from marks where spine = 20), 't t t t',
  'the marks of the remaining details stay'
);
select is_empty($$select from public.user_sets where user_id = tap.person('ben')$$, 'the undo removes the set');
select throws_ok(format('select public.commit_import(gen_random_uuid(), %L, %L, %L)', 'x', films, sets), '22023', null, 'refused: ' || films || sets)
from (values ('[{"film_id": 1, "marks": [], "copies": 1}]', '[]'), ('[{"film_id": 1, "marks": [], "viewings": [1]}]', '[]'),
  ('[{"film_id": 1, "marks": [], "wish": []}]', '[]'), ('[]', '{}'), ('[]', '[{"set_id": 1, "marks": ["watched"]}]'),
  ('[]', '[{"set_id": 1, "marks": []}, {"set_id": 1, "marks": []}]')) as wrong (films, sets);
select throws_ok(
  format('select public.commit_import(gen_random_uuid(), %L, %L)', 'x', jsonb_build_array(jsonb_build_object(
    'film_id', tap.film(21), 'marks', '["dvd"]'::jsonb, 'copies', '[{"format": "dvd", "price": -1}]'::jsonb))),
  '23514', null, 'a copy that the table refuses refuses the whole import'
);
select is_empty('select from marks where spine = 21', 'the refused import writes nothing');

-- What would take minutes is refused before the first row is written.
reset role;
create function tap.many(how_many integer, one text) returns jsonb language sql stable return (
  select jsonb_agg(one::jsonb) from generate_series(1, how_many)
);
create function tap.import_many(films jsonb, sets jsonb default '[]') returns jsonb language sql volatile
return public.commit_import(gen_random_uuid(), 'many.json', films, sets);
create function pg_temp.rows_written() returns bigint language sql as $$
  select sum(n_tup_ins)::bigint from pg_stat_xact_all_tables where schemaname = 'public'
$$;
create temporary table written as select pg_temp.rows_written() as rows;
grant select on written to authenticated;
select tap.become('ben');
select throws_ok(format('select tap.import_many(%L, %L)', films, sets), '22023',
  'An import can have at most 10,000 copies and viewings together, and of one title 100 copies and 1,000 viewings.',
  'an import refuses ' || what)
from (values
  ('101 copies of a film', jsonb_build_array(jsonb_build_object(
    'film_id', tap.film(30), 'marks', '["dvd"]'::jsonb, 'copies', tap.many(101, '{"format": "dvd"}'))), '[]'::jsonb),
  ('1,001 viewings', jsonb_build_array(jsonb_build_object(
    'film_id', tap.film(30), 'marks', '["dvd"]'::jsonb, 'viewings', tap.many(1001, '{}'))), '[]'),
  ('101 copies of a set', '[]', jsonb_build_array(jsonb_build_object(
    'set_id', (select id from public.sets where title = 'A set without a spine'), 'marks', '[]'::jsonb,
    'copies', tap.many(101, '{"format": "dvd"}')))),
  ('10,001 copies and viewings', (
    select jsonb_agg(jsonb_build_object('film_id', tap.film(spine), 'marks', '[]'::jsonb, 'viewings', tap.many(1000, '{}')))
    from generate_series(31, 40) as spine
  ), jsonb_build_array(jsonb_build_object(
    'set_id', (select id from public.sets where title = 'A set without a spine'), 'marks', '[]'::jsonb,
    'copies', '[{"format": "dvd"}]'::jsonb)))
) as wrong (what, films, sets);
select is(pg_temp.rows_written(), (select rows from written), 'a refused import writes no row');
select is(
  tap.import_many(jsonb_build_array(jsonb_build_object(
    'film_id', tap.film(30), 'marks', '[]'::jsonb, 'copies', tap.many(100, '{"format": "dvd"}'),
    'viewings', tap.many(1000, '{}')
  ))) - array['user_id', 'id', 'made_at', 'name', 'wishlisted', 'undone_at', 'removed'],
  '{"formats": 1, "watched": 1, "copies": 100, "viewings": 1000}', '100 copies and 1,000 viewings of a title are imported'
);

-- An import restores no removed copies, even if it adds a wish.
insert into public.user_copies (set_id, format, store)
select id, 'dvd', 'Sold' from public.sets where title = 'A set without a spine';
update public.user_sets set owns_dvd = false where user_id = tap.person('ben');
select tap.import_many(
  jsonb_build_array(jsonb_build_object('film_id', tap.film(50), 'marks', '["wishlist"]'::jsonb, 'wish', '{"note": "x"}'::jsonb)),
  (select jsonb_build_array(jsonb_build_object('set_id', id, 'marks', '["dvd"]'::jsonb)) from public.sets
    where title = 'A set without a spine')
);
select is_empty($$select from public.user_copies where store = 'Sold'$$, 'an import with a wish restores no removed copy of a set');

-- What takes long for each row takes minutes for an import of a whole collection.
reset role;
select is(
  (select tgtype & 1 from pg_trigger where tgname = 'mark_changes_delete_expired'), 0,
  'expired changes are looked for once for each statement, not for each row'
);
insert into private.mark_changes (user_id, film_id, list, changed_at)
values (tap.person('ben'), 7, 'user_copies old', now() - interval '91 days'),
  (tap.person('ben'), 7, 'user_copies recent', now() - interval '89 days'),
  (tap.person('ada'), 7, 'user_copies old', now() - interval '91 days');
select tap.become('ben');
select public.commit_import(md5('expiry')::uuid, 'x', jsonb_build_array(jsonb_build_object('film_id', tap.film(22), 'marks', '["dvd"]'::jsonb)));
reset role;
select results_eq(
  $$select user_id, list from private.mark_changes where film_id = 7 and list like 'user_copies %' order by list, user_id = tap.person('ben')$$,
  $$values (tap.person('ada'), 'user_copies old' collate "C"), (tap.person('ben'), 'user_copies recent')$$,
  'an import deletes its person''s expired changes'
);

select * from finish();
rollback;
