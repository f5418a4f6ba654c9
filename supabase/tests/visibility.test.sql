-- Whom a profile is shown to, with what its owner tracks: Olga's, by turns public, unlisted and private.
begin;

-- Ben tracks a film, too, so that whatever is hidden of Olga's is hidden among rows that are seen.
insert into public.user_ownership (user_id, film_id, owns_dvd) values (tap.person('ben'), tap.film(1), true);
insert into public.user_wishlist (user_id, film_id) values (tap.person('ben'), tap.film(1));
insert into public.user_watched (user_id, film_id) values (tap.person('ben'), tap.film(1));

create temporary table callers (caller) as values ('a visitor'), ('ben'), ('ada'), ('olga');
create temporary table looks (what text, statement text);
insert into looks values
  ('the profile by id', $$select from public.profiles where id = tap.person('olga')$$),
  ('the profile by name', $$select from public.profiles where username = 'olga'$$),
  ('the profile among all', $$select from public.profiles where username < 'p' and username > 'o'$$),
  ('user_ownership', $$select from public.user_ownership where user_id = tap.person('olga')$$),
  ('user_ownership among all', $$select from public.user_ownership where film_id = tap.film(1) and user_id <> tap.person('ben')$$),
  ('user_wishlist', $$select from public.user_wishlist where user_id = tap.person('olga')$$),
  ('user_wishlist among all', $$select from public.user_wishlist where film_id = tap.film(1) and user_id <> tap.person('ben')$$),
  ('user_watched', $$select from public.user_watched where user_id = tap.person('olga')$$),
  ('user_watched among all', $$select from public.user_watched where film_id = tap.film(1) and user_id <> tap.person('ben')$$),
  ('profile_films', $$select from public.profile_films(tap.person('olga')) where owned$$),
  ('profile_counts', $$select from public.profile_counts('olga') where owned = 1$$);

create temporary table visibilities (visibility text);
insert into visibilities values ('public'), ('unlisted'), ('private');

create function pg_temp.attempt_as(of_visibility text, caller text, statement text) returns text language plpgsql as $$
begin
  update public.profiles set visibility = of_visibility where id = tap.person('olga');
  return tap.attempt(caller, statement);
end
$$;

-- What a caller is told, whatever it is: rows, a number, or the refusal in its very words.
create function pg_temp.told(caller text, statement text) returns text language plpgsql as $$
declare
  told text;
begin
  perform tap.become(caller);
  execute statement into told;
  perform set_config('role', 'none', true);
  return coalesce(told, 'nothing');
exception when others then return sqlstate || ' ' || sqlerrm;
end
$$;

select plan((21 + (select count(*) from looks, callers, visibilities) + (select count(*) from looks) + 16 + 8)::int);

select is(
  (select visibility from public.profiles where id = tap.person('olga')), 'public', 'who has chosen nothing is public'
);

select is(
  pg_temp.attempt_as(visibility, caller, statement),
  case when visibility = 'private' and caller <> 'olga' then 'nothing' else 'done' end,
  format('%s of a person who is %s, for %s', what, visibility, case caller when 'olga' then 'the owner' else caller end)
) from visibilities, callers, looks;

update public.profiles set visibility = 'private' where id = tap.person('olga');
select is(tap.attempt(null, statement), 'done', format('what is hidden is there: %s', what)) from looks;

-- Who is private is to others as somebody unknown, in whatever way they ask.
create temporary table questions (question text);
insert into questions values
  ($$select count(*) from public.profile_films(tap.person('PERSON'))$$),
  ($$select profile_counts::text from public.profile_counts('PERSON')$$),
  ($$insert into public.user_ownership (user_id, film_id) values (tap.person('PERSON'), tap.film(2)) returning film_id$$),
  ($$insert into public.user_ownership (user_id, film_id) values (tap.person('PERSON'), tap.film(1))
    on conflict (user_id, film_id) do update set owns_dvd = excluded.owns_dvd$$),
  ($$insert into public.user_wishlist (user_id, film_id) values (tap.person('PERSON'), tap.film(1)) on conflict do nothing$$),
  ($$insert into public.user_watched (user_id, film_id) values (tap.person('PERSON'), -1)$$),
  ($$update public.profiles set username = 'ben' where id = tap.person('PERSON') returning id$$),
  ($$delete from public.user_watched where user_id = tap.person('PERSON') returning film_id$$);
select is(
  pg_temp.told(caller, replace(question, 'PERSON', 'olga')), pg_temp.told(caller, replace(question, 'PERSON', 'nobody')),
  format('%s hears of a private person what they hear of nobody: %s', caller, question)
) from questions, unnest(array['a visitor', 'ben']) as caller;
select is(
  pg_temp.told('ada', replace(question, 'PERSON', 'olga')), pg_temp.told('ada', replace(question, 'PERSON', 'nobody')),
  format('an admin hears no more: %s', question)
) from questions;

-- The name stays taken, as one does that was given up.
select tap.become('ben');
select is(public.username_state('olga'), 'taken', 'the name of who is private is taken');
reset role;

-- The choice.

select is(
  tap.attempt(caller, $$update public.profiles set visibility = 'public' where id = tap.person('olga')$$),
  case caller when 'olga' then 'done' when 'a visitor' then 'not granted' else 'nothing' end,
  format('%s about who sees Olga', caller)
) from callers;
select is(
  tap.attempt('olga', format('update public.profiles set visibility = %s', choice)), '23514',
  format('nobody chooses %s', choice)
) from unnest(array['''''', '''Private''', '''friends''']) as choice;
select is(
  tap.attempt('olga', 'update public.profiles set visibility = null'), '23502', 'nobody chooses nothing at all'
);
select is(
  tap.attempt('olga', $$insert into public.user_wishlist (film_id) values (tap.film(2))$$), 'done',
  'who is private goes on tracking'
);
select is(
  tap.attempt('olga', $$insert into public.user_ownership (film_id, owns_bluray) values (tap.film(1), true)
    on conflict (user_id, film_id) do update set owns_bluray = excluded.owns_bluray returning owns_dvd$$), 'done',
  'and ticks again'
);

-- Admins are told who changed the catalogue, and how many track a film.

update public.profiles set visibility = 'private' where id = tap.person('adam');
select tap.become('adam');
update public.films set title = 'Changed in private' where spine = 3;
select tap.become('ada');
select is(
  (select who from public.film_history where after ->> 'title' = 'Changed in private'), 'adam',
  'who changes the catalogue is named to other admins'
);
select is_empty($$select from public.profiles where id = tap.person('adam')$$, 'though not shown to them');
select is(public.count_film_trackers(tap.film(1)), 2, 'an admin counts who is private, too');
select tap.become('ben');
select throws_ok(
  format('select public.count_film_trackers(%s)', tap.film(1)), '42501', 'Only admins change the catalogue.',
  'others, who could tell from the number that there is somebody, do not'
);
reset role;

-- What goes past the row rules cannot be named.

select is(
  (select count(*) from unnest(array['anon', 'authenticated', 'service_role']) as role
    where has_schema_privilege(role, 'sealed', 'usage, create')),
  0::bigint, 'nobody uses the schema of what is past the row rules'
);
select is(
  tap.attempt('ben', format('select from sealed.%I', relname)), 'not granted', format('nobody reads sealed.%s', relname)
) from pg_class where relnamespace = 'sealed'::regnamespace;

select * from finish();
rollback;
