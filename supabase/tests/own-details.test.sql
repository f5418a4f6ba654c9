-- The details of a film or a set for its person: in one answer, and for no other person.
begin;
select plan(15);

insert into public.sets (title) values ('The Chest');
create function tap.chest() returns integer language sql stable return (select id from public.sets where title = 'The Chest');

select tap.become('ben');
select is(public.own_details(tap.film(10)), '{"copies": [], "viewings": [], "wish": null}', 'nothing is noted at first');
insert into public.user_copies (film_id, format, acquired_on, store)
values (tap.film(10), 'dvd', '1999-04', 'First'), (tap.film(10), 'dvd', '2006-11-11', 'Second'),
  (tap.film(10), 'bluray', null, 'Third');
insert into public.user_viewings (film_id, watched_on, rating) values (tap.film(10), '2007', 10), (tap.film(10), '2014-12-29', 9);
insert into public.user_wishlist (film_id, wants_bluray_4k, priority) values (tap.film(10), true, 1);
insert into public.user_wish_details (film_id, price, currency) values (tap.film(10), 19.98, 'USD');
select is(
  jsonb_path_query_array(public.own_details(tap.film(10)), '$.copies[*].store'), '["Second", "First", "Third"]',
  'copies are in the order of time, the last first'
);
select is(
  jsonb_path_query_array(public.own_details(tap.film(10)), '$.viewings[*].watched_on'), '["2014-12-29", "2007"]',
  'viewings are in the order of time, the last first'
);
select is(
  public.own_details(tap.film(10)) -> 'wish',
  '{"wants_laserdisc": false, "wants_dvd": false, "wants_bluray": false, "wants_bluray_4k": true, "priority": 1,
    "note": null, "price": 19.98, "currency": "USD"}',
  'a wish has what only its owner knows'
);

update public.user_ownership set owns_dvd = false where user_id = tap.person('ben') and film_id = tap.film(10);
select is(public.count_removed_copies(array[tap.film(10), tap.film(20)], 'dvd'), 2, 'the copies that an untick removed are counted');
select is(public.count_removed_copies(array[tap.film(10)], 'bluray'), 0, 'no removed copies are counted for another format');

select tap.become('ada');
select is(public.own_details(tap.film(10)), '{"copies": [], "viewings": [], "wish": null}', 'another person reads no details');
select is(public.count_removed_copies(array[tap.film(10)], 'dvd'), 0, 'another person counts no copies');

select is(public.own_wishes(), '[]', 'another person has none of these wishes');

select tap.become('ben');
select is(
  jsonb_path_query_array(public.own_wishes(), '$[*].price'), '[19.98]', 'a wish has its own price'
);
select is(
  jsonb_path_query_array(public.own_wishes(), '$[*].spine'), '[10]', 'a wish has its film'
);

-- A set without a spine has copies and nothing else.
insert into public.user_copies (set_id, format, store)
select id, 'dvd', 'Chest shop' from public.sets where title = 'The Chest';
select is(
  public.own_details(of_set => tap.chest()) #>> '{copies, 0, store}', 'Chest shop', 'the copies of a set are read with it'
);
select is(
  public.own_details(of_set => tap.chest()) - 'copies', '{"viewings": [], "wish": null}', 'a set has no viewings and no wish'
);
delete from public.user_sets where set_id = tap.chest();
select is(public.count_removed_copies('{}', 'dvd', tap.chest()), 1, 'the copies that were removed with a set are counted');
select is(public.count_removed_copies(array[tap.chest()], 'dvd'), 0, 'a film with the id of the set counts none of them');

select * from finish();
rollback;
