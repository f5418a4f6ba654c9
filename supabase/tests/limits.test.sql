-- How much one person may note. Each limit holds for every way that adds something.
begin;
select plan(29);

-- One row less than the limit, inserted as the triggers would leave it; the triggers would take most of the time.
alter table public.user_viewings disable trigger user;
alter table public.user_copies disable trigger user;
insert into public.user_viewings (user_id, film_id)
select tap.person('ben'), tap.film(1 + n % 25) from generate_series(1, 19999) as n;
insert into public.user_watched (user_id, film_id) select tap.person('ben'), tap.film(spine) from generate_series(1, 25) as spine;
insert into public.user_copies (user_id, film_id, format)
select tap.person('ben'), tap.film(1 + n % 250), 'dvd' from generate_series(1, 19999) as n;
insert into public.user_ownership (user_id, film_id, owns_dvd)
select tap.person('ben'), tap.film(spine), true from generate_series(1, 250) as spine;
alter table public.user_viewings enable trigger user;
alter table public.user_copies enable trigger user;

create function tap.the_set() returns integer language sql stable
return (select id from public.sets where title = 'A set without a spine');
create function tap.apply(mark text, contents text) returns text[] language sql volatile
return public.apply_marks(tap.person('ben'), jsonb_build_array(jsonb_build_object(
  'mark', mark, 'id', gen_random_uuid(), 'film_id', tap.film(300), 'on', true, 'made_at', 1, 'row', contents::jsonb
)), 1);
create function tap.import(details text) returns jsonb language sql volatile
return public.commit_import(gen_random_uuid(), 'x', jsonb_build_array(
  jsonb_build_object('film_id', tap.film(300), 'marks', '[]'::jsonb) || details::jsonb
));

-- Viewings.
select tap.become('ben');
select lives_ok('insert into public.user_viewings (film_id) values (tap.film(300))', 'a person can have 20,000 viewings');
select throws_ok(statement, '23514', 'You can have at most 20,000 viewings.', 'refused at the limit: ' || statement)
from unnest(array[
  'insert into public.user_viewings (film_id) values (tap.film(300))',
  'insert into public.user_viewings (film_id) values (tap.film(300)) on conflict (user_id, id) do update set rating = 1',
  'select tap.apply(''viewing'', ''{}'')',
  'select tap.import(''{"viewings": [{"watched_on": "2026"}]}'')'
]) as statement;
select lives_ok('update public.user_viewings set rating = 7 where film_id = tap.film(1)', 'viewings can be changed at the limit');
delete from public.user_watched where user_id = tap.person('ben') and film_id = tap.film(300);
insert into public.user_viewings (film_id) values (tap.film(301));
select throws_ok(
  'insert into public.user_watched (film_id) values (tap.film(300))', '23514', 'You can have at most 20,000 viewings.',
  'removed viewings are not restored beyond the limit'
);
delete from public.user_viewings where film_id = tap.film(301);
select lives_ok('insert into public.user_watched (film_id) values (tap.film(300))', 'removed viewings are restored below the limit');
select throws_ok('insert into public.user_viewings (film_id) values (tap.film(2))', '23514', null, 'restored viewings count');
select tap.become('ada');
delete from public.films where spine = 25;
select tap.become('ben');
select throws_ok(
  'insert into public.user_viewings (film_id) values (tap.film(2))', '23514', 'You can have at most 20,000 viewings.',
  'viewings of a deleted film count'
);
select tap.become('ada');
select lives_ok('insert into public.user_viewings (film_id) values (tap.film(2))', 'other people''s viewings do not count');

-- The limits of one title are checked once for a statement.
select throws_ok(
  'insert into public.user_viewings (film_id) select tap.film(spine) from generate_series(2, 3) as spine, generate_series(1, 1000)',
  '23514', 'A title has at most 1,000 viewings.', 'the viewings of a title are bounded'
);
select lives_ok(
  'insert into public.user_viewings (film_id) select tap.film(spine) from generate_series(3, 4) as spine, generate_series(1, 1000)',
  'each title has a separate limit of viewings'
);
select throws_ok(
  'insert into public.user_copies (film_id, set_id, format)
   select case when n % 2 = 0 then tap.film(2) end, case when n % 2 = 1 then tap.the_set() end, ''dvd'' from generate_series(1, 201) as n',
  '23514', 'A title has at most 100 copies.', 'the copies of a set are bounded, beside those of films'
);
select lives_ok(
  'insert into public.user_copies (film_id, set_id, format)
   select case when n % 2 = 0 then tap.film(2) end, case when n % 2 = 1 then tap.the_set() end, ''dvd'' from generate_series(1, 200) as n',
  'a film and a set have a hundred each'
);

-- Copies.
select tap.become('ben');
select lives_ok('insert into public.user_copies (set_id, format) values (tap.the_set(), ''dvd'')', 'a person has 20,000 copies');
select throws_ok(statement, '23514', 'You can have at most 20,000 copies.', statement)
from unnest(array[
  'insert into public.user_copies (film_id, format) values (tap.film(300), ''dvd'')',
  'insert into public.user_copies (set_id, format) values (tap.the_set(), ''dvd'')',
  'select tap.apply(''copy'', ''{"format": "dvd"}'')',
  'select tap.import(''{"copies": [{"format": "dvd"}]}'')'
]) as statement;

-- Texts.
reset role;
alter table public.user_viewings disable trigger user;
alter table public.user_copies disable trigger user;
delete from public.user_copies where user_id = tap.person('ben');
delete from public.user_viewings where user_id = tap.person('ben');
alter table public.user_viewings enable trigger user;
alter table public.user_copies enable trigger user;
select tap.become('ben');
insert into public.user_viewings (film_id, note)
select tap.film(spine), repeat('ä', 2500) from generate_series(1, 1000) as spine where spine <> 25;
insert into public.user_viewings (film_id, note)
values (tap.film(1001), repeat('x', 2500)), (tap.film(1002), repeat('x', 2499));
select throws_ok(statement, '23514', 'The notes of your viewings can have at most 5 MB in all.', statement)
from unnest(array[
  'insert into public.user_viewings (film_id, note) values (tap.film(1003), ''xx'')',
  'update public.user_viewings set note = note || ''xx'' where film_id = tap.film(1001)',
  'select tap.apply(''viewing'', ''{"note": "xx"}'')',
  'select tap.import(''{"viewings": [{"watched_on": "2026", "note": "xx"}]}'')'
]) as statement;
select lives_ok(statement, statement)
from unnest(array[
  'update public.user_viewings set note = note || ''x'' where film_id = tap.film(1001)',
  'insert into public.user_viewings (film_id) values (tap.film(1003))',
  'update public.user_viewings set rating = 3 where film_id = tap.film(1001)'
]) as statement;
select throws_ok(
  $$insert into public.user_copies (film_id, format, store, place, lent_to, note)
    select tap.film(spine), 'dvd', repeat('ä', 500), repeat('ä', 500), repeat('ä', 500), repeat('ä', 3500)
    from generate_series(1, 1001) as spine where spine <> 25$$,
  '23514', 'The texts of your copies can have at most 5 MB in all.', 'all texts of a copy count'
);
select throws_ok(
  $$insert into public.user_wish_details (film_id, note)
    select tap.film(spine), repeat('ä', 5000) from generate_series(1, 502) as spine where spine <> 25$$,
  '23514', 'The notes of your wishes can have at most 5 MB in all.', 'notes of wishes are bounded, too'
);

select * from finish();
rollback;
