-- What is kept so that a removal can be undone counts towards a person's limits, and goes by age.
begin;
select plan(12);

create function tap.kept(of_kind text) returns bigint language sql stable security definer
return (select count(*) from private.removed_details where user_id = tap.person('ben') and kind = of_kind);
create function tap.changes() returns bigint language sql stable security definer
return (select count(*) from private.mark_changes where user_id = tap.person('ben'));

-- Kept already: 19,999 copies, of which the first went first. The triggers would take most of the time.
insert into private.removed_details (user_id, id, kind, film_id, mark, contents, removed_at)
select
  tap.person('ben'), md5('kept ' || n)::uuid, 'copy', tap.film(1 + n % 250), 'dvd', '{}',
  now() - interval '1 hour' + n * interval '1 millisecond'
from generate_series(1, 19999) as n;

-- The number.
select tap.become('ben');
insert into public.user_copies (film_id, format) select tap.film(300), 'dvd' from generate_series(1, 3);
delete from public.user_ownership where film_id = tap.film(300);
select is(tap.kept('copy'), 20000::bigint, 'as many removed copies are kept as a person can have');
reset role;
select is(
  (select count(*) from private.removed_details where id in (md5('kept 1')::uuid, md5('kept 2')::uuid)), 0::bigint,
  'the oldest go first'
);
select tap.become('ben');
insert into public.user_ownership (film_id, owns_dvd) values (tap.film(300), true);
select is(
  (select count(*) from public.user_copies where film_id = tap.film(300)), 3::bigint, 'those removed last come back with the tick'
);
insert into public.user_copies (film_id, format) select tap.film(301), 'dvd' from generate_series(1, 10);
delete from public.user_ownership where film_id = tap.film(300);
select is(tap.kept('copy'), 19990::bigint, 'the copies that a person has count, too');
select is(
  public.apply_marks(tap.person('ben'), jsonb_build_array(jsonb_build_object(
    'mark', 'dvd', 'film_id', tap.film(301), 'on', false, 'made_at', 1)), 1),
  '{written}', 'a queued untick is written'
);
select is(tap.kept('copy'), 20000::bigint, 'a queued untick makes room as well');

-- The texts.
reset role;
delete from private.removed_details where user_id = tap.person('ben');
insert into private.removed_details (user_id, id, kind, film_id, mark, contents, removed_at)
select
  tap.person('ben'), md5('note ' || n)::uuid, 'viewing', tap.film(n), 'watched',
  jsonb_build_object('note', repeat('x', 5000)), now() - interval '1 hour' + n * interval '1 second'
from generate_series(1, 1000) as n;
select tap.become('ben');
insert into public.user_viewings (film_id, note) values (tap.film(1001), repeat('x', 100));
delete from public.user_watched where film_id = tap.film(1001);
select is(tap.kept('viewing'), 1000::bigint, 'the texts of removed viewings count');

-- Recorded changes.
reset role;
insert into private.mark_changes (user_id, film_id, list, changed_at)
select tap.person('ben'), 1, 'user_copies ' || n, now() - interval '1 day' + n * interval '1 millisecond'
from generate_series(1, 60010) as n;
select tap.become('ben');
insert into public.user_copies (film_id, format) values (tap.film(2), 'dvd');
select cmp_ok(tap.changes(), '<=', 60001::bigint, 'the oldest of more than 60,000 recorded changes go');

-- Imports.
reset role;
insert into public.imports (user_id, id, name, formats, wishlisted, watched, made_at)
select tap.person('ben'), md5('import ' || n)::uuid, 'x', 0, 0, 0, now() - interval '2 hours' + n * interval '1 minute'
from generate_series(1, 99) as n;
select tap.become('ben');
select lives_ok(
  $$select public.commit_import(md5('the last')::uuid, 'x', '[]')$$, 'a person can import a hundred times within a day'
);
select throws_like(
  $$select public.commit_import(md5('one more')::uuid, 'x', '[]')$$,
  'You can import 100 times within 24 hours; the next time is possible at __:__ UTC.', 'an import beyond them is refused'
);
select lives_ok(
  $$select public.commit_import(md5('the last')::uuid, 'x', '[]')$$, 'the last one can be sent again'
);

-- Age.
reset role;
insert into private.removed_details (user_id, id, kind, film_id, mark, contents, removed_at) values
  (tap.person('olga'), md5('old')::uuid, 'copy', tap.film(1), 'dvd', '{}', now() - interval '25 hours'),
  (tap.person('olga'), md5('new')::uuid, 'copy', tap.film(1), 'dvd', '{}', now() - interval '23 hours');
insert into private.mark_changes (user_id, film_id, list, changed_at) values
  (tap.person('olga'), 1, 'old', now() - interval '91 days'), (tap.person('olga'), 1, 'new', now() - interval '89 days');
insert into public.imports (user_id, id, name, formats, wishlisted, watched, made_at)
select tap.person('olga'), md5(age::text)::uuid, 'x', 0, 0, 0, now() - age
from unnest(array['29 days', '31 days', '2 years']::interval[]) as age;
insert into private.import_marks (user_id, import_id, film_id, marks)
select user_id, id, tap.film(1), '{dvd}' from public.imports where user_id = tap.person('olga') and made_at < now() - interval '1 day';
select private.delete_expired_tracking();
select is(
  array[
    (select string_agg(id::text, ' ') from private.removed_details where user_id = tap.person('olga')),
    (select string_agg(list, ' ') from private.mark_changes where user_id = tap.person('olga') and list in ('old', 'new')),
    (select string_agg(age(now(), made_at)::text, ' ') from private.import_marks join public.imports on id = import_id and imports.user_id = import_marks.user_id where imports.user_id = tap.person('olga')),
    (select count(*)::text from public.imports where user_id = tap.person('olga') and made_at < now() - interval '1 day')
  ],
  array[md5('new')::uuid::text, 'new', '29 days', '2'], 'what is too old goes: details, changes, marks of imports and imports'
);

select * from finish();
rollback;
