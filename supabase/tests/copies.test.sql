-- Copies, viewings and wishes: what they mark, what is removed with a mark, and what is restored.
begin;
select plan(52);

create function pg_temp.copies() returns text language sql as $$
  select string_agg(format || ' ' || coalesce(store, '-'), ', ' order by format, store) from public.user_copies
$$;
create function pg_temp.tick(of_spine integer, is_on boolean) returns void language sql as $$
  insert into public.user_ownership (user_id, film_id, owns_dvd) values (tap.person('ben'), tap.film(of_spine), is_on)
  on conflict (user_id, film_id) do update set owns_dvd = excluded.owns_dvd
$$;

select tap.become('ben');

-- A copy ticks its format.
insert into public.user_copies (film_id, format, store, acquired_on, price, currency, condition, slipcover, place, lent_to, lent_on, note)
values (tap.film(10), 'dvd', ' Shop ', '2006-11-11', 34.95, 'usd', 'very_good', true, 'Living room, 2', 'Tomasz', '2026-05', E'Two\r\nlines');
select is((select owns_dvd from public.user_ownership where user_id = tap.person('ben') and film_id = tap.film(10)), true, 'a copy ticks its format');
select results_eq(
  'select store, price, currency, note from public.user_copies',
  $$values ('Shop', 34.95, 'USD' collate "C", E'Two\nlines')$$, 'what a form sends is trimmed'
);
insert into public.user_copies (film_id, format, store) values (tap.film(10), 'dvd', 'Market'), (tap.film(10), 'bluray', 'Shop');
select is((select owns_bluray and owns_dvd from public.user_ownership where user_id = tap.person('ben') and film_id = tap.film(10)), true, 'a second copy ticks its own format');

-- What a copy may hold.
select throws_ok(format('insert into public.user_copies (film_id, format, %s) values (tap.film(11), %L, %s)', named, 'dvd', value), '23514', null, named || ' refuses ' || value)
from (values ('acquired_on', '''2026-02-30'''), ('price', '-1'), ('currency', '''Dollar'''), ('condition', '''mint'''),
  ('store', 'E''two\nlines'''), ('lent_on', '''May'''), ('note', 'repeat(''x'', 5001)'), ('set_id', '1')) as wrong (named, value);
select throws_ok('insert into public.user_copies (format) values (''dvd'')', '23514', null, 'a copy is of a title or a set');
select throws_ok('insert into public.user_copies (film_id, format) values (tap.film(11), ''vhs'')', '23514', null, 'a copy has one of four formats');
insert into public.user_copies (film_id, format) select tap.film(12), 'dvd' from generate_series(1, 100);
select throws_ok('insert into public.user_copies (film_id, format) values (tap.film(12), ''dvd'')', '23514', 'A title has at most 100 copies.', 'the copies of a title are bounded');
delete from public.user_copies where film_id = tap.film(12);
select is((select owns_dvd from public.user_ownership where user_id = tap.person('ben') and film_id = tap.film(12)), true, 'a tick stays where its last copy is removed');
delete from public.user_ownership where film_id = tap.film(12) and user_id = tap.person('ben');

-- Unticking and its undo.
select pg_temp.tick(10, false);
select is(pg_temp.copies(), 'bluray Shop', 'unticking a format removes its copies');
select pg_temp.tick(10, true);
select is(pg_temp.copies(), 'bluray Shop, dvd Market, dvd Shop', 'ticking the format again restores its copies');
select is((select place from public.user_copies where format = 'dvd' and store = 'Shop'), 'Living room, 2', 'a restored copy keeps its place');
delete from public.user_ownership where user_id = tap.person('ben') and film_id = tap.film(10);
select is(pg_temp.copies(), null, 'deleting the row removes all its copies');
insert into public.user_ownership (film_id, owns_bluray) values (tap.film(10), true);
select is(pg_temp.copies(), 'bluray Shop', 'only the copies of the ticked format are restored');
update public.user_ownership set owns_dvd = true, owns_bluray = false where user_id = tap.person('ben') and film_id = tap.film(10);
select is(pg_temp.copies(), 'dvd Market, dvd Shop', 'one statement restores the copies of one format and removes those of another');
select pg_temp.tick(10, false);
insert into public.user_copies (film_id, format, store) values (tap.film(10), 'dvd', 'New');
select is(pg_temp.copies(), 'dvd New', 'adding a copy restores no removed copy');
delete from public.user_copies;
select pg_temp.tick(10, false);
reset role;
update private.removed_details set removed_at = now() - interval '25 hours';
select tap.become('ben');
select pg_temp.tick(10, true);
select is(pg_temp.copies(), null, 'copies are not restored after a day');
insert into public.user_copies (film_id, format) values (tap.film(10), 'dvd');
reset role;
select pg_temp.tick(10, false);
select is_empty($$select from private.removed_details where user_id = tap.person('ben') and removed_at < now() - interval '1 day'$$, 'removed copies are deleted after a day');
select tap.become('ben');

-- Viewings.
insert into public.user_viewings (film_id, watched_on, rating, note) values
  (tap.film(20), '2014-12-29', 9, 'With Papa'), (tap.film(20), '2007', 10, null), (tap.film(20), null, null, null);
select is((select count(*)::integer from public.user_watched where user_id = tap.person('ben')), 1, 'a viewing marks its film as watched');
select throws_ok(format('insert into public.user_viewings (film_id, %s) values (tap.film(21), %s)', named, value), '23514', null, named || ' refuses ' || value)
from (values ('watched_on', '''2026-13'''), ('rating', '0'), ('rating', '11'), ('note', 'E''\u0001''')) as wrong (named, value);
delete from public.user_watched where user_id = tap.person('ben') and film_id = tap.film(20);
select is_empty('select from public.user_viewings', 'removing the mark removes the viewings');
insert into public.user_watched (film_id) values (tap.film(20));
select is((select count(note) || ' ' || count(*) from public.user_viewings), '1 3', 'marking the film again restores its viewings');
select tap.become('ada');
select results_eq(
  'select watched_on, rating from public.profile_viewings(tap.person(''ben'')) order by watched_on',
  $$values ('2007' collate "C", 10::smallint), ('2014-12-29', 9::smallint), (null, null)$$, 'other people see the dates and ratings'
);
select throws_ok('select note from public.profile_viewings(tap.person(''ben''))', '42703', null, 'other people cannot read the note');
select tap.become('ben');

-- Wishes.
insert into public.user_wishlist (film_id, wants_bluray_4k, priority) values (tap.film(30), true, 1);
insert into public.user_wish_details (film_id, note, price, currency) values (tap.film(30), 'For my birthday', 19.98, 'eur'), (tap.film(31), 'Perhaps', null, null);
select is((select count(*)::integer from public.user_wishlist where user_id = tap.person('ben')), 2, 'adding details adds the wish');
select throws_ok('update public.user_wishlist set priority = 4 where user_id = tap.person(''ben'')', '23514', null, 'there are three priorities');
delete from public.user_wishlist where user_id = tap.person('ben');
select is_empty('select from public.user_wish_details', 'removing a wish removes its details');
insert into public.user_wishlist (film_id) values (tap.film(30));
select results_eq(
  $$select wants_bluray_4k, priority, note, price, currency from public.user_wishlist
    join public.user_wish_details using (user_id, film_id) where user_id = tap.person('ben')$$,
  $$values (true, 1::smallint, 'For my birthday', 19.98, 'EUR' collate "C")$$, 'adding the wish again restores its details'
);
insert into public.user_wishlist (film_id, wants_dvd) values (tap.film(31), true);
select is((select wants_dvd from public.user_wishlist where film_id = tap.film(31) and user_id = tap.person('ben')), true, 'what is chosen with a new wish stays');

-- An admin deletes a film and restores it.
insert into public.user_copies (film_id, format, store) values (tap.film(30), 'dvd', 'Kept');
insert into public.user_viewings (film_id, note) values (tap.film(30), 'Kept');
-- What was removed earlier stays removed.
insert into public.user_copies (film_id, format, store) values (tap.film(30), 'bluray', 'Sold');
update public.user_ownership set owns_bluray = false where user_id = tap.person('ben') and film_id = tap.film(30);
insert into public.user_copies (film_id, format, store) values (tap.film(30), 'bluray', 'Bought anew');
create temporary table former as
select to_jsonb(copy) as row from public.user_copies copy where film_id = tap.film(30)
union all select to_jsonb(viewing) from public.user_viewings viewing where film_id = tap.film(30)
union all select to_jsonb(wish) - 'id' from public.user_wishlist wish where film_id = tap.film(30) and user_id = tap.person('ben')
union all select to_jsonb(details) from public.user_wish_details details where film_id = tap.film(30);
create temporary table deleted as select tap.film(30) as id;
grant select on former, deleted to authenticated;
select tap.become('adam');
delete from public.films where spine = 30;
select tap.become('ben');
select is_empty('select from public.user_copies where film_id in (select id from deleted)', 'deleting a film hides its copies');
select is(public.own_details((select id from deleted)), '{"copies": [], "viewings": [], "wish": null}', 'deleting a film hides its viewings and wishes');
select is_empty(
  'select from public.profile_viewings(tap.person(''ben'')) where film_id in (select id from deleted)',
  'deleting a film hides its viewings from visitors of the profile'
);
select throws_ok(format('insert into public.%I (film_id %s) select id %s from deleted', relation, names, contents), '23503', null,
  relation || ' refuses a deleted film')
from (values
  ('user_copies', ', format', ', ''dvd'''), ('user_viewings', '', ''), ('user_wish_details', ', note', ', ''A note''')
) as details (relation, names, contents);
insert into public.user_copies (film_id, format) values (tap.film(32), 'dvd');
update public.user_ownership set owns_dvd = false where user_id = tap.person('ben') and film_id = tap.film(32);
select tap.become('adam');
select public.restore_film((select id from deleted));
select tap.become('ben');
select bag_eq(
  $$select to_jsonb(copy) from public.user_copies copy where film_id = tap.film(30)
    union all select to_jsonb(viewing) from public.user_viewings viewing where film_id = tap.film(30)
    union all select to_jsonb(wish) - 'id' from public.user_wishlist wish where film_id = tap.film(30) and user_id = tap.person('ben')
    union all select to_jsonb(details) from public.user_wish_details details where film_id = tap.film(30)$$,
  'select row from former', 'restoring the film restores all of them'
);

-- A change that waited in a browser.
select tap.become('ben');
create function pg_temp.apply(marks text, sent_at bigint default 1000000) returns text language sql as $$
  select public.apply_marks(tap.person('ben'), marks::jsonb, sent_at)::text
$$;
select is(
  pg_temp.apply(format('[{"mark": "copy", "id": "%s", "film_id": %s, "on": true, "made_at": 1000000, "row": {"format": "dvd", "price": 12.5}},
    {"mark": "viewing", "id": "%s", "film_id": %2$s, "on": true, "made_at": 1000000, "row": {"watched_on": "2026-11"}},
    {"mark": "wishlist", "film_id": %2$s, "on": true, "made_at": 1000000, "row": {"wants_dvd": true, "priority": 2, "note": "x"}},
    {"mark": "bluray", "set_id": %4$s, "on": true, "made_at": 1000000}]', md5('c')::uuid, tap.film(40), md5('v')::uuid,
    (select id from public.sets where title = 'A set without a spine'))),
  '{written,written,written,written}', 'apply_marks writes copies, viewings, wishes and sets'
);
select is(
  pg_temp.apply(format('[{"mark": "copy", "id": "%s", "film_id": %s, "on": true, "made_at": 1000000, "row": {"format": "dvd", "price": 12.5}}]', md5('c')::uuid, tap.film(40))),
  '{same}', 'a repetition changes nothing'
);
select is(
  pg_temp.apply(format('[{"mark": "dvd", "film_id": %s, "on": false, "made_at": 1}, {"mark": "copy", "id": "%s", "film_id": %1$s, "on": false, "made_at": 1}]', tap.film(40), md5('c')::uuid), 100000000),
  '{changed,changed}', 'an earlier untick that arrives later removes no copy'
);
delete from public.user_copies where id = md5('c')::uuid;
select is(
  pg_temp.apply(format('[{"mark": "copy", "id": "%s", "film_id": %s, "on": true, "made_at": 1, "row": {"format": "dvd", "price": 1}}]', md5('c')::uuid, tap.film(40)), 100000000),
  '{changed}', 'an older change does not restore a removed copy'
);
select throws_ok(format('select pg_temp.apply(%L)', wrong), '22023', null, 'refused: ' || wrong)
from unnest(array['[{"mark": "copy", "film_id": 1, "on": true, "made_at": 1, "row": {}}]',
  '[{"mark": "viewing", "id": "00000000-0000-0000-0000-000000000000", "set_id": 1, "on": true, "made_at": 1, "row": {}}]',
  '[{"mark": "watched", "set_id": 1, "on": true, "made_at": 1}]']) as wrong;

select * from finish();
rollback;
