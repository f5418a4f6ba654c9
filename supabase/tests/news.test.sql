-- News of the catalogue: what it says, and whom it concerns.
begin;
select plan(24);

select is_empty('select from public.news', 'the catalogue that a site begins with is no news');

create function pg_temp.unseen(name text) returns text language plpgsql as $$
declare
  result text;
begin
  perform tap.become(name);
  select string_agg(concat_ws(' ', spine, kind, format), ', ' order by id) into result from public.own_news();
  perform set_config('role', 'none', true);
  return result;
end
$$;

-- Spines 3 and 4 have a DVD and neither a Blu-ray nor a 4K.
update public.films set laserdisc = false, dvd = true, bluray = false, bluray_4k = false, dvd_oop = false where spine in (3, 4, 5);
delete from public.news;
insert into auth.users (id, email, encrypted_password, raw_user_meta_data, created_at)
select tap.person(name), name || '@example.org', '-', jsonb_build_object('username', name), now() - interval '1 day'
from unnest(array['owner-of-dvd', 'owner-of-4k', 'wisher-of-dvd', 'wisher-of-any', 'nobody-else', 'owner-by-set', 'later']) as name;
insert into public.user_ownership (user_id, film_id, owns_dvd, owns_bluray_4k) values
  (tap.person('owner-of-dvd'), tap.film(3), true, false), (tap.person('owner-of-4k'), tap.film(3), true, true);
insert into public.user_wishlist (user_id, film_id, wants_dvd, wants_bluray_4k) values
  (tap.person('wisher-of-dvd'), tap.film(3), true, false), (tap.person('wisher-of-any'), tap.film(3), false, false);
insert into public.set_films (set_id, position, film_id)
select id, 1, tap.film(3) from public.sets where title = 'A set without a spine';
insert into public.user_sets (user_id, set_id, owns_dvd)
select tap.person('owner-by-set'), id, true from public.sets where title = 'A set without a spine';

select tap.become('ada');
update public.films set bluray_4k = true where spine = 3;
reset role;
select results_eq(
  'select film_id, kind, format from public.news', $$values (tap.film(3), 'format' collate "C", 'bluray_4k' collate "C")$$,
  'a new format is news'
);
select is(pg_temp.unseen(name), unseen, 'a new format: ' || name) from (values
  ('owner-of-dvd', '3 format bluray_4k'), ('owner-of-4k', null), ('wisher-of-dvd', '3 format bluray_4k'),
  ('wisher-of-any', '3 format bluray_4k'), ('nobody-else', null), ('owner-by-set', '3 format bluray_4k')
) as expected (name, unseen);

select tap.become('owner-of-dvd');
select public.mark_news_seen((select max(id) from public.own_news()));
reset role;
select is(pg_temp.unseen('owner-of-dvd'), null, 'seen news is not returned again');
select is(pg_temp.unseen('wisher-of-any'), '3 format bluray_4k', 'unseen news is returned to others');

select tap.become('ada');
update public.films set dvd_oop = true where spine = 3;
insert into public.films (spine, title, director) values (7777, 'New', 'Somebody');
reset role;
select is(pg_temp.unseen(name), unseen, 'a format went out of print: ' || name) from (values
  ('owner-of-dvd', null), ('wisher-of-dvd', '3 format bluray_4k, 3 out_of_print dvd'),
  ('wisher-of-any', '3 format bluray_4k, 3 out_of_print dvd'), ('owner-by-set', '3 format bluray_4k')
) as expected (name, unseen);
select is((select count(*)::integer from public.news where kind = 'spine'), 1, 'a new spine is news for everyone');

update auth.users set created_at = now() + interval '1 second' where id = tap.person('later');
insert into public.user_wishlist (user_id, film_id) values (tap.person('later'), tap.film(3));
select is(pg_temp.unseen('later'), null, 'a new account does not get the news before it');

select tap.become('ada');
update public.films set dvd_oop = false, bluray_4k = false where spine = 3;
reset role;
select is(pg_temp.unseen('wisher-of-any'), null, 'own_news does not return a reverted change');
select is((select count(*)::integer from public.news), 1, 'reverting a change deletes its news');

select is(tap.attempt('a visitor', 'select from public.own_news()'), 'not granted', 'a visitor has no news of their own');
select tap.become('wisher-of-any');
select public.mark_news_seen(9223372036854775807);
reset role;
select is(
  (select news_id from private.news_seen where user_id = tap.person('wisher-of-any')), (select max(id) from public.news),
  'mark_news_seen records no id beyond the last entry'
);
update public.films set bluray = true where spine = 3;
select is(pg_temp.unseen('wisher-of-any'), '3 format bluray', 'an entry after the last one seen is returned');

-- Of the unseen news, the latest thousand are looked at; new spines do not count.
insert into public.news (film_id, kind, format)
select id, case when spine % 2 = 0 then 'spine' else 'format' end, case when spine % 2 = 1 then 'laserdisc' end
from public.films where spine between 4 and 1200 on conflict do nothing;
select is(pg_temp.unseen('wisher-of-any'), '3 format bluray', 'unseen news is returned beside many others');
insert into public.news (film_id, kind, format)
select id, 'format', 'bluray_4k' from public.films where spine between 4 and 1200 order by spine on conflict do nothing;
select is(pg_temp.unseen('wisher-of-any'), null, 'unseen news is not returned if a thousand later entries are unseen');
select tap.become('wisher-of-any');
insert into public.user_wishlist (film_id) values (tap.film(1200));
reset role;
select is(pg_temp.unseen('wisher-of-any'), '1200 format bluray_4k', 'the last of a thousand unseen entries is returned');

select * from finish();
rollback;
