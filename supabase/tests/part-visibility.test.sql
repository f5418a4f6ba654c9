-- Who can see the parts of a profile: what Olga owns, has watched and wishes for, each public, unlisted and private in turn.
begin;

-- Ben tracks a film, so that Olga's hidden rows are among visible ones.
insert into public.user_ownership (user_id, film_id, owns_dvd) values (tap.person('ben'), tap.film(1), true);
insert into public.user_wishlist (user_id, film_id) values (tap.person('ben'), tap.film(1));
insert into public.user_watched (user_id, film_id) values (tap.person('ben'), tap.film(1));

insert into public.set_films (set_id, position, film_id)
select id, 1, tap.film(5) from public.sets where title = 'A set without a spine';

create temporary table parts (part text);
insert into parts values ('collection'), ('watched'), ('wishlist');
create temporary table callers (caller text);
insert into callers values ('a visitor'), ('ben'), ('ada'), ('olga'), ('the service');
create temporary table choices (visibility text, of_part text);
insert into choices
select visibility, of_part
from unnest(array['public', 'unlisted', 'private']) as visibility,
  unnest(array[null, 'public', 'unlisted', 'private']) as of_part;

create temporary table looks (part text, what text, statement text);
insert into looks values
  ('collection', 'user_ownership', $$select from public.user_ownership where user_id = tap.person('olga')$$),
  ('collection', 'user_ownership among all',
    $$select from public.user_ownership where film_id = tap.film(1) and user_id <> tap.person('ben')$$),
  ('collection', 'user_sets', $$select from public.user_sets where user_id = tap.person('olga')$$),
  ('collection', 'user_sets among all', $$select from public.user_sets where owns_dvd$$),
  ('collection', 'profile_films_in_sets', $$select from public.profile_films_in_sets(tap.person('olga')) where owns_dvd$$),
  ('collection', 'profile_films', $$select from public.profile_films(tap.person('olga')) where owned$$),
  ('collection', 'profile_films in a format', $$select from public.profile_films(tap.person('olga')) where owns_dvd$$),
  ('collection', 'profile_counts', $$select from public.profile_counts('olga') where owned = 2 and catalogue_owned = 2$$),
  ('collection', 'profile_counts, unowned', $$select from public.profile_counts('olga') where unowned is not null$$),
  ('collection', 'profile_film_counts',
    $$select from public.profile_film_counts(tap.person('olga'), '{"list": "owned"}') where films = 2$$),
  ('collection', 'compared_films', $$select from public.compared_films(tap.person('olga'), tap.person('ben')) where both_own$$),
  ('collection', 'compared_films in a format',
    $$select from public.compared_films(tap.person('ben'), tap.person('olga')) where other_owns_dvd$$),
  ('collection', 'compared_films, only one',
    $$select from public.compared_films(tap.person('olga'), tap.person('ben')) where only_one_owns$$),
  ('collection', 'compared_films, wished by the other',
    $$select from public.compared_films(tap.person('olga'), tap.person('ben')) where wished_by_other$$),
  ('collection', 'compared_film_counts',
    $$select from public.compared_film_counts(tap.person('olga'), tap.person('ben')) where lists[1:2] = '{1,1}'$$),
  ('collection', 'compared_film_counts of a list',
    $$select from public.compared_film_counts(tap.person('ben'), tap.person('olga'), '{"list": "only_other_owns"}') where films = 1$$),
  ('collection', 'compared_profiles',
    $$select from public.compared_profiles('olga', 'ben') where both_own = 1 and only_one_owns = 1 and only_other_owns = 0$$),
  ('collection', 'compared_profiles, wished by the other',
    $$select from public.compared_profiles('olga', 'ben') where wished_by_other = 1$$),
  ('watched', 'user_watched', $$select from public.user_watched where user_id = tap.person('olga')$$),
  ('watched', 'user_watched among all',
    $$select from public.user_watched where film_id = tap.film(1) and user_id <> tap.person('ben')$$),
  ('watched', 'profile_viewings', $$select from public.profile_viewings(tap.person('olga')) where rating = 9$$),
  ('watched', 'profile_films', $$select from public.profile_films(tap.person('olga')) where watched$$),
  ('watched', 'profile_films by entry', $$select from public.profile_films(tap.person('olga')) where watched_id is not null$$),
  ('watched', 'profile_counts', $$select from public.profile_counts('olga') where watched = 1$$),
  ('watched', 'profile_film_counts',
    $$select from public.profile_film_counts(tap.person('olga'), '{"list": "watched"}') where films = 1$$),
  ('wishlist', 'user_wishlist', $$select from public.user_wishlist where user_id = tap.person('olga')$$),
  ('wishlist', 'user_wishlist among all',
    $$select from public.user_wishlist where film_id = tap.film(1) and user_id <> tap.person('ben')$$),
  ('wishlist', 'profile_films', $$select from public.profile_films(tap.person('olga')) where wishlisted$$),
  ('wishlist', 'profile_films by entry', $$select from public.profile_films(tap.person('olga')) where wishlist_id is not null$$),
  ('wishlist', 'profile_counts', $$select from public.profile_counts('olga') where wishlist = 1$$),
  ('wishlist', 'profile_film_counts',
    $$select from public.profile_film_counts(tap.person('olga'), '{"list": "wishlist"}') where films = 1$$),
  ('wishlist', 'compared_films', $$select from public.compared_films(tap.person('olga'), tap.person('ben')) where wished_by_one$$),
  ('wishlist', 'compared_film_counts',
    $$select from public.compared_film_counts(tap.person('ben'), tap.person('olga'), '{"list": "wished_by_other"}') where films = 1$$),
  ('wishlist', 'compared_profiles', $$select from public.compared_profiles('ben', 'olga') where wished_by_other = 1$$);

create function pg_temp.choose(visibility text, part text, of_part text) returns void language sql as $$
  update public.profiles set
    visibility = choose.visibility,
    collection_visibility = case part when 'collection' then of_part end,
    watched_visibility = case part when 'watched' then of_part end,
    wishlist_visibility = case part when 'wishlist' then of_part end
  where id = tap.person('olga');
$$;

create function pg_temp.attempt_as(visibility text, part text, of_part text, caller text, statement text) returns text
  language plpgsql
as $$
begin
  perform pg_temp.choose(visibility, part, of_part);
  return tap.attempt(caller, statement);
end
$$;

-- Returns a statement's result for a caller: the rows, or the full error.
create function pg_temp.response(caller text, statement text) returns text language plpgsql as $$
declare
  response text;
begin
  perform tap.become(caller);
  execute format('select string_agg(row::text, E''\n'') from (%s) as row', statement) into response;
  perform set_config('role', 'none', true);
  return coalesce(response, 'nothing');
exception when others then return sqlstate || ' ' || sqlerrm;
end
$$;

create function pg_temp.response_if_hidden(part text, caller text, statement text) returns text language plpgsql as $$
begin
  perform pg_temp.choose('public', part, 'private');
  return pg_temp.response(caller, statement);
end
$$;

-- The same if Olga had nothing in the part.
create function pg_temp.response_if_empty(part text, caller text, statement text) returns text language plpgsql as $$
begin
  case part
    when 'collection' then
      delete from public.user_ownership where user_id = tap.person('olga');
      delete from public.user_sets where user_id = tap.person('olga');
    when 'watched' then delete from public.user_watched where user_id = tap.person('olga');
    when 'wishlist' then delete from public.user_wishlist where user_id = tap.person('olga');
  end case;
  raise exception using errcode = 'UNDO1', message = pg_temp.response(caller, statement);
exception when sqlstate 'UNDO1' then return sqlerrm;
end
$$;

create temporary table questions (question text);
insert into questions values
  ($$select * from public.profile_films(tap.person('olga')) order by spine$$),
  ($$select * from public.profile_films_in_sets(tap.person('olga'))$$),
  ($$select * from public.profile_viewings(tap.person('olga'))$$),
  ($$select * from public.user_ownership where user_id = tap.person('olga')$$),
  ($$select * from public.user_sets where user_id = tap.person('olga')$$),
  ($$select film_id from public.user_watched where user_id = tap.person('olga')$$),
  ($$select film_id from public.user_wishlist where user_id = tap.person('olga')$$);
insert into questions
select format($$select * from public.profile_film_counts(tap.person('olga'), %L)$$, filters)
from unnest(array[
  '{}', '{"list": "unowned"}', '{"mine": ["upgrade"]}', '{"mine": ["unwatched", "owned"]}', '{"mine": ["wished"]}',
  '{"owned": ["dvd"], "list": "owned"}'
]) as filters;

select plan((
  (select count(*) from looks, choices, callers)
  + (select count(*) from looks as hidden, looks as other where hidden.part <> other.part)
  + 2 * 3 * (select count(*) from questions) + 9 * (select count(*) from callers) - 3 + 9 + 3 + 2
)::int);

select is(
  pg_temp.attempt_as(visibility, part, of_part, caller, statement),
  case when 'private' in (visibility, of_part) and caller not in ('olga', 'the service') then 'nothing' else 'done' end,
  format(
    '%s: %s of a person whose profile is %s and whose %s is %s, for %s',
    part, what, visibility, part, coalesce(of_part, 'as the profile'),
    case caller when 'olga' then 'the owner' else caller end
  )
) from looks, choices, callers;

-- A part that is hidden hides no other.
select is(
  pg_temp.attempt_as('public', hidden.part, 'private', 'a visitor', other.statement), 'done',
  format('%s is seen while %s is hidden (%s)', other.what, hidden.part, hidden.what)
) from looks as hidden, looks as other where hidden.part <> other.part;

-- For others, a part that is hidden looks exactly like an empty one.
select is(
  pg_temp.response_if_hidden(part, caller, question), pg_temp.response_if_empty(part, caller, question),
  format('%s gets the same result for a hidden and for an empty %s: %s', caller, part, question)
) from parts, questions, unnest(array['a visitor', 'ada']) as caller;

-- The numbers and the choices of a profile.
create function pg_temp.counts_for(caller text) returns text language plpgsql as $$
declare
  counts text;
begin
  perform tap.become(caller);
  select concat_ws(
    ' ', collection_visibility, watched_visibility, wishlist_visibility, coalesce(catalogue_owned::text, '-'),
    coalesce(owned::text, '-'), coalesce(sign(unowned)::text, '-'), coalesce(watched::text, '-'),
    coalesce(wishlist::text, '-'), sign(films)
  ) into counts from public.profile_counts('olga');
  perform set_config('role', 'none', true);
  return counts;
end
$$;

select is(
  (select pg_temp.counts_for(caller) from pg_temp.choose('public', part, 'private')),
  case when caller in ('olga', 'the service') then hidden || ' 2 2 1 1 1 1' else response end,
  format('the numbers while %s is hidden, for %s', part, caller)
) from (values
  ('collection', 'private public public', 'private public public - - - 1 1 1'),
  ('watched', 'public private public', 'public private public 2 2 1 - 1 1'),
  ('wishlist', 'public public private', 'public public private 2 2 1 1 - 1')
) as expected (part, hidden, response), callers;
select is(
  (select pg_temp.counts_for(caller) from pg_temp.choose('unlisted', 'watched', 'public')),
  'unlisted unlisted unlisted 2 2 1 1 1 1', format('a part is never shown more than its profile: %s', caller)
) from callers;
select is(
  (select pg_temp.counts_for(caller) from pg_temp.choose('public', 'watched', 'unlisted')),
  'public unlisted public 2 2 1 1 1 1', format('an unlisted part is seen: %s', caller)
) from callers;
select is(
  (select pg_temp.counts_for(caller) from pg_temp.choose('public', 'wishlist', null)),
  'public public public 2 2 1 1 1 1', format('a part without a choice is as the profile: %s', caller)
) from callers;

-- Choosing.
-- What the service role may write is for the platform to say.
select is(
  tap.attempt(caller, format($$update public.profiles set %I = 'private' where id = tap.person('olga')$$, part || '_visibility')),
  case caller when 'olga' then 'done' when 'a visitor' then 'not granted' else 'nothing' end,
  format('the owner alone changes who sees %s: %s tries', part, caller)
) from callers, parts where caller <> 'the service';
select is(
  tap.attempt('olga', format('update public.profiles set %I = %L', part || '_visibility', choice)), '23514',
  format('%s of %s is refused', choice, part)
) from unnest(array['', 'Private', 'friends']) as choice, parts;
select is(
  tap.attempt('olga', format('update public.profiles set %I = null', part || '_visibility')), 'done',
  format('the choice of %s is taken back', part)
) from parts;

select pg_temp.choose('public', 'collection', 'private');
select is(
  tap.attempt('olga', $$insert into public.user_ownership (film_id, owns_bluray) values (tap.film(1), true)
    on conflict (user_id, film_id) do update set owns_bluray = excluded.owns_bluray returning owns_dvd$$), 'done',
  'a person ticks a film of a hidden collection'
);
update public.profiles set visibility = 'public', collection_visibility = 'private', watched_visibility = 'private',
  wishlist_visibility = 'private' where id = tap.person('olga');
select is(
  tap.attempt('a visitor', $$select from public.profiles where username = 'olga'$$), 'done',
  'a public profile is visible although all its lists are private'
);

select * from finish();
rollback;
