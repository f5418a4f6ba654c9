-- Marks made offline are applied later, unless the person has changed the row on another device since then.
begin;
select plan(52);

-- Continues as one of a person's browsers; each has a separate session.
create function pg_temp.browser(name text, device text) returns void language sql as $$
  select set_config('role', 'authenticated', true), set_config('request.jwt.claims', jsonb_build_object(
    'role', 'authenticated', 'sub', tap.person(name), 'session_id', md5(name || device)::uuid
  )::text, true)
$$;
-- Simulates the passing of time, because now() is constant within a transaction.
create function pg_temp.pass(duration interval) returns void language plpgsql as $$
declare caller constant text := current_user;
begin
  reset role;
  update private.mark_changes set changed_at = changed_at - duration;
  perform set_config('role', caller, true);
end
$$;
create function pg_temp.mark(mark text, spine integer, is_on boolean, made_at bigint) returns jsonb language sql as $$
  select jsonb_build_object('mark', mark, 'film_id', tap.film(spine), 'on', is_on, 'made_at', made_at)
$$;
create function pg_temp.apply(sent_at bigint, variadic marks jsonb[]) returns text[] language sql as $$
  select public.apply_marks(auth.uid(), to_jsonb(marks), sent_at)
$$;
create function pg_temp.formats(name text, spine integer) returns text language sql as $$
  select concat_ws(' ', case when owns_laserdisc then 'ld' end, case when owns_dvd then 'dvd' end,
    case when owns_bluray then 'bd' end, case when owns_bluray_4k then '4k' end)
  from public.user_ownership where user_id = tap.person(name) and film_id = tap.film(spine)
$$;
create function pg_temp.lists(name text, spine integer) returns text language sql as $$
  select concat_ws(' ',
    (select 'wishlist' from public.user_wishlist where user_id = tap.person(name) and film_id = tap.film(spine)),
    (select 'watched' from public.user_watched where user_id = tap.person(name) and film_id = tap.film(spine)))
$$;
create function pg_temp.known(name text) returns bigint language plpgsql as $$
begin
  reset role;
  return (select count(*) from private.mark_changes where user_id = tap.person(name));
end
$$;

-- Applying marks

select pg_temp.browser('ben', 'phone');
select is(public.apply_marks(tap.person('ben'), '[]', 1000), '{}', 'an empty list of marks changes nothing');
select is(
  pg_temp.apply(9000,
    pg_temp.mark('laserdisc', 2, true, 1000), pg_temp.mark('dvd', 2, true, 2000), pg_temp.mark('bluray', 2, true, 3000),
    pg_temp.mark('bluray_4k', 2, true, 4000), pg_temp.mark('wishlist', 2, true, 5000), pg_temp.mark('watched', 2, true, 6000)),
  array_fill('written'::text, array[6]), 'every kind of mark can be set'
);
select is(pg_temp.formats('ben', 2), 'ld dvd bd 4k', 'each format is set separately');
select is(pg_temp.lists('ben', 2), 'wishlist watched', 'the lists are set');
select is(
  pg_temp.apply(9500,
    pg_temp.mark('laserdisc', 2, true, 1000), pg_temp.mark('dvd', 2, true, 2000), pg_temp.mark('bluray', 2, true, 3000),
    pg_temp.mark('bluray_4k', 2, true, 4000), pg_temp.mark('wishlist', 2, true, 5000), pg_temp.mark('watched', 2, true, 6000)),
  array_fill('same'::text, array[6]), 'marks sent again after a lost response change nothing'
);
select is(
  pg_temp.apply(9900,
    pg_temp.mark('laserdisc', 2, false, 9100), pg_temp.mark('wishlist', 2, false, 9200),
    pg_temp.mark('watched', 2, false, 9300), pg_temp.mark('dvd', 2, false, 9400)),
  array_fill('written'::text, array[4]), 'every kind of mark can be removed'
);
select is(pg_temp.formats('ben', 2) || '/' || pg_temp.lists('ben', 2), 'bd 4k/',
  'removing marks keeps the other marks');
select is(
  pg_temp.apply(9900, pg_temp.mark('wishlist', 2, true, 9700), pg_temp.mark('wishlist', 2, false, 9800)),
  '{written,written}', 'two contradicting marks are both applied'
);
select is(pg_temp.lists('ben', 2), '', 'the later of two contradicting marks wins');
select is(pg_temp.apply(1, pg_temp.mark('dvd', 7, false, 1)), '{same}', 'removing a missing mark changes nothing');
select is(pg_temp.formats('ben', 7), null, 'removing a missing mark creates no row');
select is(
  pg_temp.apply(5, pg_temp.mark('dvd', 8, true, 1), '{"mark": "dvd", "film_id": -1, "on": true, "made_at": 2}',
    '{"mark": "watched", "film_id": 2147483647, "on": false, "made_at": 3}', pg_temp.mark('dvd', 9, true, 4)),
  '{written,"no film","no film",written}', 'marks of a deleted film do not block other marks'
);

-- Later changes on another device

select pg_temp.browser('ben', 'desk');
insert into public.user_ownership (film_id, owns_dvd) values (tap.film(11), true);
insert into public.user_wishlist (film_id) values (tap.film(11)), (tap.film(12));
delete from public.user_wishlist where film_id = tap.film(12);
select pg_temp.browser('ben', 'phone');
select is(pg_temp.apply(5000, pg_temp.mark('dvd', 11, false, 4000)), '{changed}',
  'a mark older than a change of the same flag is not applied');
select is(pg_temp.formats('ben', 11), 'dvd', 'the newer flag stays unchanged');
select is(pg_temp.apply(5000, pg_temp.mark('bluray', 11, true, 4000)), '{changed}',
  'a mark older than a change of its row is not applied');
select is(pg_temp.apply(5000, pg_temp.mark('dvd', 11, true, 4000)), '{same}',
  'a mark that the row already has is reported as the same');
select is(pg_temp.apply(5000, pg_temp.mark('wishlist', 11, false, 4000)), '{changed}',
  'an older removal does not undo a newer list entry');
select is(pg_temp.apply(5000, pg_temp.mark('wishlist', 12, true, 4000)), '{changed}',
  'an older list entry does not undo a newer removal');
select is(pg_temp.lists('ben', 11) || '/' || pg_temp.lists('ben', 12), 'wishlist/',
  'the newer list entries stay unchanged');
select is(pg_temp.apply(5000, pg_temp.mark('watched', 11, true, 4000)), '{written}',
  'a change of one list does not affect another list of the film');
select pg_temp.pass('1 hour');
select is(
  pg_temp.apply(5000, pg_temp.mark('bluray', 11, true, 4000), pg_temp.mark('wishlist', 12, true, 4000)),
  '{written,written}', 'a mark newer than a change is applied'
);
select pg_temp.browser('ben', 'tablet');
select is(
  pg_temp.apply(7200000, pg_temp.mark('laserdisc', 11, true, 3000)), '{changed}',
    'a mark made before the change is not applied'
);
select is(
  pg_temp.apply(-7200000, pg_temp.mark('laserdisc', 11, true, -7200100)), '{written}',
    'only the difference between made_at and sent_at matters, not the sender''s clock'
);
select is(
  pg_temp.apply(1000, pg_temp.mark('laserdisc', 11, false, 99999999)), '{written}',
    'a mark made in the future counts as made now'
);

-- The latest mark wins, in whatever order the marks arrive

select pg_temp.browser('ben', 'phone');
select is(pg_temp.apply(60000, pg_temp.mark('watched', 21, true, 50000)), '{written}',
  'a mark made ten seconds ago is applied');
select pg_temp.browser('ben', 'desk');
select is(pg_temp.apply(60000, pg_temp.mark('watched', 21, false, 40000)), '{changed}',
  'an older mark that arrives later is not applied');
select is(pg_temp.apply(60000, pg_temp.mark('watched', 21, false, 55000)), '{written}',
  'a newer mark that arrives later is applied');

-- Changes of the same browser

select pg_temp.browser('ben', 'phone');
insert into public.user_ownership (film_id, owns_dvd) values (tap.film(31), true);
select is(
  pg_temp.apply(30000, pg_temp.mark('bluray', 31, true, 3000)), '{written}',
  'an earlier change by the same browser does not block its queued marks'
);
select is(pg_temp.apply(30000, pg_temp.mark('dvd', 31, false, 4000)), '{written}',
  'the same browser''s marks are applied in order');
select is(
  pg_temp.apply(4000, pg_temp.mark('dvd', 31, true, 3900)), '{changed}',
    'an earlier mark of the same browser that arrives late is not applied'
);
select is(pg_temp.formats('ben', 31), 'bd', 'the last mark of the same browser wins');

-- Invalid lists of marks

select throws_ok($$select public.apply_marks(tap.person('ben'), '{}', 1)$$, '22023', null,
  'an object instead of a list is refused');
select throws_ok($$select public.apply_marks(tap.person('ben'), null, 1)$$, '22023', null,
  'null instead of a list is refused');
select throws_ok($$select public.apply_marks(tap.person('ben'), '[]', null)$$, '22023', null,
  'a missing sent_at is refused');
select throws_ok($$select public.apply_marks(tap.person('ben'), '[7]', 1)$$, '22023', null,
  'a number instead of a mark is refused');
select throws_ok($$select public.apply_marks(tap.person('ben'), '[{}]', 1)$$, '22023', null,
  'an incomplete mark is refused');
select throws_ok(
  $$select public.apply_marks(tap.person('ben'), '[{"mark": "vhs", "film_id": 1, "on": true, "made_at": 1}]', 1)$$,
  '22023', null, 'an unknown kind of mark is refused'
);
select throws_ok(
  $$select public.apply_marks(tap.person('ben'), jsonb_agg(pg_temp.mark('dvd', 1, true, n)), 1) from generate_series(1, 2001) n$$,
  '22023', null, 'more than 2,000 marks are refused'
);
select is(
  tap.attempt('ben', $$select public.apply_marks(tap.person('olga'), '[]', 1)$$), 'not granted',
    'a person cannot apply marks for another person'
);
select is(
  tap.attempt('a visitor', $$select public.apply_marks(null, '[]', 1)$$), 'not granted', 'a visitor cannot apply marks'
);
select is(
  tap.attempt('ben', 'select from private.mark_changes'), 'not granted', 'the times of changes are not readable'
);

-- How long changes are stored

select tap.become('ben');
select pg_temp.browser('ben', 'phone');
select is(
  pg_temp.apply(91 * 86400000::bigint, pg_temp.mark('dvd', 41, true, 1)), '{changed}',
    'a mark made more than 90 days ago is not applied'
);
select pg_temp.pass('91 days');
select isnt(pg_temp.known('ben'), 0::bigint, 'changes are stored');
select pg_temp.browser('ben', 'phone');
select public.apply_marks(tap.person('ben'), '[]', 1000);
select is(pg_temp.known('ben'), 0::bigint, 'changes are deleted after 90 days');

select pg_temp.browser('ben', 'phone');
insert into public.user_wishlist (film_id) select id from public.films where spine between 41 and 60;
select pg_temp.browser('olga', 'phone');
insert into public.user_wishlist (film_id) values (tap.film(41));
select pg_temp.pass('91 days');
select is(pg_temp.known('ben'), 20::bigint, 'changes made online are stored as well');
select pg_temp.browser('ben', 'phone');
update public.user_ownership set owns_dvd = not owns_dvd where film_id = tap.film(31);
delete from public.user_wishlist where film_id = tap.film(41);
select is(pg_temp.known('ben'), 2::bigint, 'a person''s expired changes are deleted with their next change');
select is(pg_temp.known('olga'), 1::bigint, 'a person''s change deletes no other person''s stored changes');

-- Restored films and deleted accounts

reset role;
insert into public.films (spine, title, director) values (6000, 'The Test', 'Somebody');
select pg_temp.browser('olga', 'desk');
insert into public.user_wishlist (film_id) values (tap.film(6000));
insert into public.user_watched (film_id) values (tap.film(6000));
select pg_temp.pass('1 day');
reset role;
create temporary table gone as select id from public.films where spine = 6000;
grant select on gone to authenticated;
select tap.become('ada');
delete from public.films where spine = 6000;
select public.restore_film((select id from gone));
select pg_temp.browser('olga', 'phone');
select is(
  pg_temp.apply(5000, pg_temp.mark('wishlist', 6000, false, 4000)), '{written}',
  'deleting and restoring a film does not count as a person''s change'
);
reset role;
select isnt(pg_temp.known('olga'), 0::bigint, 'a person''s changes are stored before the account is deleted');
select tap.become('olga');
select public.delete_account('olga');
select is(pg_temp.known('olga'), 0::bigint, 'deleting an account deletes its stored changes');
select is_empty(
  $$select from private.mark_changes where user_id not in (select id from public.profiles)$$,
    'no changes of deleted accounts are stored'
);

-- Changes by the database owner

insert into public.user_watched (user_id, film_id) values (tap.person('ben'), tap.film(51));
select is(pg_temp.known('ben'), 2::bigint, 'a write by the database owner does not count as the person''s change');

select * from finish();
rollback;
