-- Who can see a profile and its lists: Olga's is public, unlisted and private in turn.
begin;

-- Ben tracks a film, so that Olga's hidden rows are among visible ones.
insert into public.user_ownership (user_id, film_id, owns_dvd) values (tap.person('ben'), tap.film(1), true);
insert into public.user_wishlist (user_id, film_id) values (tap.person('ben'), tap.film(1));
insert into public.user_watched (user_id, film_id) values (tap.person('ben'), tap.film(1));

insert into public.set_films (set_id, position, film_id)
select id, 1, tap.film(5) from public.sets where title = 'A set without a spine';

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
  ('user_sets', $$select from public.user_sets where user_id = tap.person('olga')$$),
  ('profile_viewings', $$select from public.profile_viewings(tap.person('olga')) where rating = 9$$),
  ('profile_films_in_sets', $$select from public.profile_films_in_sets(tap.person('olga')) where owns_dvd$$),
  ('profile_films', $$select from public.profile_films(tap.person('olga')) where owned$$),
  ('profile_counts', $$select from public.profile_counts('olga') where owned = 2$$),
  ('profile_progress', $$select from public.profile_progress('olga') where 2 = any (owned)$$),
  ('profile_film_counts', $$select from public.profile_film_counts(tap.person('olga')) where films is not null$$),
  ('compared_films', $$select from public.compared_films(tap.person('ben'), tap.person('olga')) where both_own$$),
  ('compared_films, only the other', $$select from public.compared_films(tap.person('olga'), tap.person('ben'))$$),
  ('compared_film_counts', $$select from public.compared_film_counts(tap.person('ben'), tap.person('olga'))$$),
  ('compared_profiles', $$select from public.compared_profiles('ben', 'olga')$$);

create temporary table visibilities (visibility text);
insert into visibilities values ('public'), ('unlisted'), ('private');

create function pg_temp.attempt_as(of_visibility text, caller text, statement text) returns text language plpgsql as $$
begin
  update public.profiles set visibility = of_visibility where id = tap.person('olga');
  return tap.attempt(caller, statement);
end
$$;

-- Returns a statement's result for a caller: rows, a number, or the full error.
create function pg_temp.response(caller text, statement text) returns text language plpgsql as $$
declare
  response text;
begin
  perform tap.become(caller);
  execute statement into response;
  perform set_config('role', 'none', true);
  return coalesce(response, 'nothing');
exception when others then return sqlstate || ' ' || sqlerrm;
end
$$;

select plan((27 + (select count(*) from looks, callers, visibilities) + (select count(*) from looks) + 32 + 16)::int);

select is(
  (select visibility from public.profiles where id = tap.person('olga')), 'public', 'a new profile is public'
);

select is(
  pg_temp.attempt_as(visibility, caller, statement),
  case when visibility = 'private' and caller <> 'olga' then 'nothing' else 'done' end,
  format('%s of a person who is %s, for %s', what, visibility, case caller when 'olga' then 'the owner' else caller end)
) from visibilities, callers, looks;

update public.profiles set visibility = 'private' where id = tap.person('olga');
select is(tap.attempt(null, statement), 'done', format('the hidden rows exist: %s', what)) from looks;

-- For others, a private person looks exactly like an unknown one.
create temporary table questions (question text);
insert into questions values
  ($$select count(*) from public.profile_films(tap.person('PERSON'))$$),
  ($$select profile_counts::text from public.profile_counts('PERSON')$$),
  ($$select counts::text from public.profile_film_counts(tap.person('PERSON'), '{"mine": ["upgrade"]}') as counts$$),
  ($$insert into public.user_ownership (user_id, film_id) values (tap.person('PERSON'), tap.film(2)) returning film_id$$),
  ($$insert into public.user_ownership (user_id, film_id) values (tap.person('PERSON'), tap.film(1))
    on conflict (user_id, film_id) do update set owns_dvd = excluded.owns_dvd$$),
  ($$insert into public.user_wishlist (user_id, film_id) values (tap.person('PERSON'), tap.film(1)) on conflict do nothing$$),
  ($$insert into public.user_watched (user_id, film_id) values (tap.person('PERSON'), -1)$$),
  ($$update public.profiles set username = 'ben' where id = tap.person('PERSON') returning id$$),
  ($$delete from public.user_watched where user_id = tap.person('PERSON') returning film_id$$),
  ($$select count(*) from public.compared_films(tap.person('PERSON'), tap.person('ada'))$$),
  ($$select counts::text from public.compared_film_counts(tap.person('ada'), tap.person('PERSON')) as counts$$),
  ($$select compared::text from public.compared_profiles('PERSON', 'ada') as compared$$),
  ($$select count(*) from public.profile_viewings(tap.person('PERSON'))$$),
  ($$select count(*) from public.profile_films_in_sets(tap.person('PERSON'))$$),
  ($$insert into public.user_sets (user_id, set_id, owns_dvd)
    select tap.person('PERSON'), id, true from public.sets where title = 'A set without a spine' returning set_id$$),
  ($$delete from public.user_sets where user_id = tap.person('PERSON') returning set_id$$);
select is(
  pg_temp.response(caller, replace(question, 'PERSON', 'olga')), pg_temp.response(caller, replace(question, 'PERSON', 'nobody')),
  format('%s gets the same result for a private and for an unknown person: %s', caller, question)
) from questions, unnest(array['a visitor', 'ben']) as caller;
select is(
  pg_temp.response('ada', replace(question, 'PERSON', 'olga')), pg_temp.response('ada', replace(question, 'PERSON', 'nobody')),
  format('an admin gets the same result for a private and for an unknown person: %s', question)
) from questions;

-- The username of a private person stays taken, as a given-up one does.
select tap.become('ben');
select is(public.username_state('olga'), 'taken', 'the username of a private person is taken');
reset role;

-- Choosing the visibility.

select is(
  tap.attempt(caller, $$update public.profiles set visibility = 'public' where id = tap.person('olga')$$),
  case caller when 'olga' then 'done' when 'a visitor' then 'not granted' else 'nothing' end,
  format('the owner alone changes the visibility: %s tries', caller)
) from callers;
select is(
  tap.attempt('olga', format('update public.profiles set visibility = %s', choice)), '23514',
  format('the visibility %s is refused', choice)
) from unnest(array['''''', '''Private''', '''friends''']) as choice;
select is(
  tap.attempt('olga', 'update public.profiles set visibility = null'), '23502', 'a null visibility is refused'
);
select is(
  tap.attempt('olga', $$insert into public.user_wishlist (film_id) values (tap.film(2))$$), 'done',
  'a private person can add a list entry'
);
select is(
  tap.attempt('olga', $$insert into public.user_ownership (film_id, owns_bluray) values (tap.film(1), true)
    on conflict (user_id, film_id) do update set owns_bluray = excluded.owns_bluray returning owns_dvd$$), 'done',
  'a private person can tick a film again'
);

-- Admins see who changed the catalogue and how many people track a film.

update public.profiles set visibility = 'private' where id = tap.person('adam');
select tap.become('adam');
update public.films set title = 'Changed in private' where spine = 3;
select tap.become('ada');
select is(
  (select who from public.film_history where after ->> 'title' = 'Changed in private'), 'adam',
  'admins see the name of a private admin in the history'
);
select is_empty($$select from public.profiles where id = tap.person('adam')$$,
  'admins do not see another admin''s private profile');
select is(public.count_film_trackers(tap.film(1)), 2, 'an admin''s count of trackers includes private people');
select tap.become('ben');
select throws_ok(
  format('select public.count_film_trackers(%s)', tap.film(1)), '42501', 'Only admins change the catalogue.',
  'only admins can count trackers, because the number could reveal a private person'
);
reset role;

-- The schema that bypasses the row rules is not accessible.

select is(
  (select count(*) from unnest(array['anon', 'authenticated', 'service_role']) as role
    where has_schema_privilege(role, 'sealed', 'usage, create')),
  0::bigint, 'no role can use the schema sealed'
);
select is(
  tap.attempt('ben', format('select from sealed.%I', relname)), 'not granted',
    format('a person cannot read sealed.%s', relname)
) from pg_class where relnamespace = 'sealed'::regnamespace;

select * from finish();
rollback;
