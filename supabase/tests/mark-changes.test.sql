-- What a person changed without a network is written when it is back, unless they have changed the row elsewhere since.
begin;
select plan(52);

-- One of a person's browsers, each with a sign-in of its own.
create function pg_temp.browser(name text, device text) returns void language sql as $$
  select set_config('role', 'authenticated', true), set_config('request.jwt.claims', jsonb_build_object(
    'role', 'authenticated', 'sub', tap.person(name), 'session_id', md5(name || device)::uuid
  )::text, true)
$$;
-- As if it were so much later: the present moment stands still within a transaction.
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

-- Whatever is sent

select pg_temp.browser('ben', 'phone');
select is(public.apply_marks(tap.person('ben'), '[]', 1000), '{}', 'nothing sent is nothing done');
select is(
  pg_temp.apply(9000,
    pg_temp.mark('laserdisc', 2, true, 1000), pg_temp.mark('dvd', 2, true, 2000), pg_temp.mark('bluray', 2, true, 3000),
    pg_temp.mark('bluray_4k', 2, true, 4000), pg_temp.mark('wishlist', 2, true, 5000), pg_temp.mark('watched', 2, true, 6000)),
  array_fill('written'::text, array[6]), 'every kind of mark is set'
);
select is(pg_temp.formats('ben', 2), 'ld dvd bd 4k', 'formats each by itself');
select is(pg_temp.lists('ben', 2), 'wishlist watched', 'and lists');
select is(
  pg_temp.apply(9500,
    pg_temp.mark('laserdisc', 2, true, 1000), pg_temp.mark('dvd', 2, true, 2000), pg_temp.mark('bluray', 2, true, 3000),
    pg_temp.mark('bluray_4k', 2, true, 4000), pg_temp.mark('wishlist', 2, true, 5000), pg_temp.mark('watched', 2, true, 6000)),
  array_fill('same'::text, array[6]), 'sent again, as after a lost answer, nothing happens'
);
select is(
  pg_temp.apply(9900,
    pg_temp.mark('laserdisc', 2, false, 9100), pg_temp.mark('wishlist', 2, false, 9200),
    pg_temp.mark('watched', 2, false, 9300), pg_temp.mark('dvd', 2, false, 9400)),
  array_fill('written'::text, array[4]), 'every kind is taken away'
);
select is(pg_temp.formats('ben', 2) || '/' || pg_temp.lists('ben', 2), 'bd 4k/', 'and no other with it');
select is(
  pg_temp.apply(9900, pg_temp.mark('wishlist', 2, true, 9700), pg_temp.mark('wishlist', 2, false, 9800)),
  '{written,written}', 'of two that contradict each other'
);
select is(pg_temp.lists('ben', 2), '', 'the later one stands');
select is(pg_temp.apply(1, pg_temp.mark('dvd', 7, false, 1)), '{same}', 'what was not there is not there');
select is(pg_temp.formats('ben', 7), null, 'and leaves no row');
select is(
  pg_temp.apply(5, pg_temp.mark('dvd', 8, true, 1), '{"mark": "dvd", "film_id": -1, "on": true, "made_at": 2}',
    '{"mark": "watched", "film_id": 2147483647, "on": false, "made_at": 3}', pg_temp.mark('dvd', 9, true, 4)),
  '{written,"no film","no film",written}', 'a film that is gone keeps no other from being marked'
);

-- What was changed elsewhere since

select pg_temp.browser('ben', 'desk');
insert into public.user_ownership (film_id, owns_dvd) values (tap.film(11), true);
insert into public.user_wishlist (film_id) values (tap.film(11)), (tap.film(12));
delete from public.user_wishlist where film_id = tap.film(12);
select pg_temp.browser('ben', 'phone');
select is(pg_temp.apply(5000, pg_temp.mark('dvd', 11, false, 4000)), '{changed}', 'a flag changed later stays');
select is(pg_temp.formats('ben', 11), 'dvd', 'as it is');
select is(pg_temp.apply(5000, pg_temp.mark('bluray', 11, true, 4000)), '{changed}', 'with its whole row');
select is(pg_temp.apply(5000, pg_temp.mark('dvd', 11, true, 4000)), '{same}', 'but what is wished already is so');
select is(pg_temp.apply(5000, pg_temp.mark('wishlist', 11, false, 4000)), '{changed}', 'a listing made later stays');
select is(pg_temp.apply(5000, pg_temp.mark('wishlist', 12, true, 4000)), '{changed}', 'and a removal');
select is(pg_temp.lists('ben', 11) || '/' || pg_temp.lists('ben', 12), 'wishlist/', 'as they are');
select is(pg_temp.apply(5000, pg_temp.mark('watched', 11, true, 4000)), '{written}', 'another list of the film is another row');
select pg_temp.pass('1 hour');
select is(
  pg_temp.apply(5000, pg_temp.mark('bluray', 11, true, 4000), pg_temp.mark('wishlist', 12, true, 4000)),
  '{written,written}', 'what was changed before does not matter'
);
select pg_temp.browser('ben', 'tablet');
select is(
  pg_temp.apply(7200000, pg_temp.mark('laserdisc', 11, true, 3000)), '{changed}', 'but what was made two hours ago is older still'
);
select is(
  pg_temp.apply(-7200000, pg_temp.mark('laserdisc', 11, true, -7200100)), '{written}', 'whatever the clock of the sender shows'
);
select is(
  pg_temp.apply(1000, pg_temp.mark('laserdisc', 11, false, 99999999)), '{written}', 'what its clock calls the future is now'
);

-- The latest made is what stands, in whichever order they come

select pg_temp.browser('ben', 'phone');
select is(pg_temp.apply(60000, pg_temp.mark('watched', 21, true, 50000)), '{written}', 'made ten seconds ago');
select pg_temp.browser('ben', 'desk');
select is(pg_temp.apply(60000, pg_temp.mark('watched', 21, false, 40000)), '{changed}', 'one made twenty seconds ago comes too late');
select is(pg_temp.apply(60000, pg_temp.mark('watched', 21, false, 55000)), '{written}', 'and one made five seconds ago does not');

-- What the same browser has changed is not elsewhere

select pg_temp.browser('ben', 'phone');
insert into public.user_ownership (film_id, owns_dvd) values (tap.film(31), true);
select is(
  pg_temp.apply(30000, pg_temp.mark('bluray', 31, true, 3000)), '{written}',
  'one sent as it was made, which was long on its way, stands in no way of those made meanwhile'
);
select is(pg_temp.apply(30000, pg_temp.mark('dvd', 31, false, 4000)), '{written}', 'in their order');
select is(
  pg_temp.apply(4000, pg_temp.mark('dvd', 31, true, 3900)), '{changed}', 'but an earlier one that comes late is too late'
);
select is(pg_temp.formats('ben', 31), 'bd', 'so the last one stands');

-- What is no list of marks

select throws_ok($$select public.apply_marks(tap.person('ben'), '{}', 1)$$, '22023', null, 'an object is no list');
select throws_ok($$select public.apply_marks(tap.person('ben'), null, 1)$$, '22023', null, 'nothing is no list');
select throws_ok($$select public.apply_marks(tap.person('ben'), '[]', null)$$, '22023', null, 'it says when it is sent');
select throws_ok($$select public.apply_marks(tap.person('ben'), '[7]', 1)$$, '22023', null, 'a number is no mark');
select throws_ok($$select public.apply_marks(tap.person('ben'), '[{}]', 1)$$, '22023', null, 'a mark is whole');
select throws_ok(
  $$select public.apply_marks(tap.person('ben'), '[{"mark": "vhs", "film_id": 1, "on": true, "made_at": 1}]', 1)$$,
  '22023', null, 'of a kind that there is'
);
select throws_ok(
  $$select public.apply_marks(tap.person('ben'), jsonb_agg(pg_temp.mark('dvd', 1, true, n)), 1) from generate_series(1, 201) n$$,
  '22023', null, 'no more than 200 are taken at once'
);
select is(
  tap.attempt('ben', $$select public.apply_marks(tap.person('olga'), '[]', 1)$$), 'not granted', 'nobody marks for another'
);
select is(
  tap.attempt('a visitor', $$select public.apply_marks(null, '[]', 1)$$), 'not granted', 'a visitor marks nothing'
);
select is(
  tap.attempt('ben', 'select from private.mark_changes'), 'not granted', 'when somebody changed something is for nobody to read'
);

-- How long it is known

select tap.become('ben');
select pg_temp.browser('ben', 'phone');
select is(
  pg_temp.apply(91 * 86400000::bigint, pg_temp.mark('dvd', 41, true, 1)), '{changed}', 'what was made more than 90 days ago is not taken'
);
select pg_temp.pass('91 days');
select isnt(pg_temp.known('ben'), 0::bigint, 'what was changed is known');
select pg_temp.browser('ben', 'phone');
select public.apply_marks(tap.person('ben'), '[]', 1000);
select is(pg_temp.known('ben'), 0::bigint, 'for 90 days');

select pg_temp.browser('ben', 'phone');
insert into public.user_wishlist (film_id) select id from public.films where spine between 41 and 60;
select pg_temp.browser('olga', 'phone');
insert into public.user_wishlist (film_id) values (tap.film(41));
select pg_temp.pass('91 days');
select is(pg_temp.known('ben'), 20::bigint, 'what was changed online is known as long');
select pg_temp.browser('ben', 'phone');
update public.user_ownership set owns_dvd = not owns_dvd where film_id = tap.film(31);
delete from public.user_wishlist where film_id = tap.film(41);
select is(pg_temp.known('ben'), 2::bigint, 'and is forgotten with the next change of the person, without any mark made before');
select is(pg_temp.known('olga'), 1::bigint, 'who forgets for nobody else');

-- With a film that goes and comes, and with an account that goes

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
  'that a film was away for a while changes nothing of what a person wants'
);
reset role;
select isnt(pg_temp.known('olga'), 0::bigint, 'what a person changed');
select tap.become('olga');
select public.delete_account('olga');
select is(pg_temp.known('olga'), 0::bigint, 'goes with the account');
select is_empty(
  $$select from private.mark_changes where user_id not in (select id from public.profiles)$$, 'and nothing of anybody who is gone is left'
);

-- Nobody else's doing is a person's change

insert into public.user_watched (user_id, film_id) values (tap.person('ben'), tap.film(51));
select is(pg_temp.known('ben'), 2::bigint, 'what the owner of the tables writes is no change of the person');

select * from finish();
rollback;
