-- Accounts, keys and other objects outside the API are unreachable for callers; deleting an account.
begin;

create temporary view hidden as
select relation.oid::regclass as relation
from pg_class relation
where relnamespace::regnamespace::text in ('auth', 'private', 'supabase_migrations')
  and relkind in ('r', 'p', 'v', 'm', 'f');

create temporary view visible as
select relation.oid::regclass as relation
from pg_class relation
where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f');

create temporary table callers (caller) as values ('a visitor'), ('olga'), ('ada');

-- Returns the number of rows visible to the caller that contain a text in any column.
create function pg_temp.rows_with(fragment text, caller text, relation regclass) returns bigint language plpgsql as $$
declare
  found bigint;
begin
  if caller is not null then perform tap.become(caller); end if;
  execute format('select count(*) from %s as row where strpos(row::text, %L) > 0', relation, fragment) into found;
  perform set_config('role', 'none', true);
  return found;
exception when insufficient_privilege then return 0;
end
$$;

select plan((
  28 + 6 * (select count(*) from hidden) + 2 * (select count(*) from callers) * (select count(*) from visible)
)::int);

select cmp_ok((select count(*) from hidden), '>=', 4::bigint, 'hidden relations exist');

select is(
  tap.attempt(caller, format('select from %s', relation)), 'not granted',
    format('%s is not readable for %s', relation, caller)
) from hidden, callers;

select is(
  has_table_privilege(role, relation, 'select, insert, update, delete, truncate, references, trigger')
    or has_any_column_privilege(role, relation, 'select, insert, update, references'),
  false, format('%s has no right on %s', role, relation)
) from hidden, unnest(array['anon', 'authenticated', 'service_role']) as role;

-- Search every column of every readable relation for addresses and password hashes.

select is(pg_temp.rows_with(secret, null, 'auth.users'), 1::bigint, format('an unrestricted search finds %s', secret))
from unnest(array['ben@example.org', 'the hash of ben']) as secret;
select is(pg_temp.rows_with('ben', 'a visitor', 'public.profiles'), 1::bigint, 'a visitor''s search finds public text');

select is(
  pg_temp.rows_with(secret, caller, relation), 0::bigint, format('%s finds no %s in %s', caller, secret, relation)
) from visible, callers, unnest(array['ben@example.org', 'the hash of ben']) as secret;

-- Only these functions run with their owner's rights. The first ones return nothing, one word, one number or a boolean.

select set_eq(
  $$select oid::regproc::text, pg_get_function_result(oid) from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosecdef
      and prorettype <> 'trigger'::regtype$$,
  $$values
    ('username_state', 'text'), ('private.is_admin', 'boolean'), ('delete_account', 'void'),
    ('restore_film', 'void'), ('restore_set', 'void'), ('count_film_trackers', 'integer'),
    ('count_format_owners', 'integer'), 
-- These touch only the caller's own rows.
    ('private.record_earlier_mark_change', 'boolean'), ('private.delete_expired_mark_changes', 'void'),
    ('private.record_changes_of_marks', 'void'), ('private.record_import', 'void'), ('private.marks_of_import', 'jsonb'),
    ('private.record_undo', 'void'), ('private.details_of_import', 'uuid[]'),
    ('private.set_marks_of_import', 'jsonb'), ('own_news', 'SETOF private.own_news_entry'), ('mark_news_seen', 'void'),
    ('count_removed_copies', 'integer'), ('make_gift_link', 'text'), ('private.hidden_details', 'uuid[]'),
    ('private.require_room_for_marks', 'void'), ('private.bound_removed_details', 'void'),
    ('private.bound_mark_changes', 'void'),
-- This answers the wishlist of a person who gave its secret away.
    ('gift_wishlist', 'jsonb'),
-- This locks films and returns how many of them there are.
    ('private.hold_films', 'integer')$$,
  'no other function runs with its owner''s rights'
);

select is_empty(
  $$select oid::regprocedure from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not coalesce('search_path=""' = any (proconfig), false)
-- The names in an SQL-standard body are resolved at creation.
      and prosqlbody is null$$,
  'the search_path of a caller does not change our functions'
);
select is_empty(
  $$select oid::regprocedure from pg_proc
    where pronamespace = 'auth'::regnamespace and prosecdef
      and not exists (select from unnest(proconfig) as setting where setting like 'search_path=%')$$,
  'every privileged function in auth has a fixed search_path'
);

select set_eq(
  $$select oid::regproc::text, role from pg_proc, unnest(array['anon', 'authenticated']) as role
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and has_function_privilege(role, oid,
      'execute')
      and prorettype <> 'trigger'::regtype$$,
  $$values
    ('username_state', 'anon'), ('username_state', 'authenticated'),
    ('profile_counts', 'anon'), ('profile_counts', 'authenticated'),
    ('profile_progress', 'anon'), ('profile_progress', 'authenticated'),
    ('profile_films', 'anon'), ('profile_films', 'authenticated'),
    ('ranked_films', 'anon'), ('ranked_films', 'authenticated'),
    ('set_members', 'anon'), ('set_members', 'authenticated'),
    ('film_counts', 'anon'), ('film_counts', 'authenticated'),
    ('profile_film_counts', 'anon'), ('profile_film_counts', 'authenticated'),
    ('compared_films', 'anon'), ('compared_films', 'authenticated'),
    ('compared_film_counts', 'anon'), ('compared_film_counts', 'authenticated'),
    ('compared_profiles', 'anon'), ('compared_profiles', 'authenticated'),
    ('profile_viewings', 'anon'), ('profile_viewings', 'authenticated'),
    ('profile_films_in_sets', 'anon'), ('profile_films_in_sets', 'authenticated'),
    ('delete_account', 'authenticated'), ('private.is_admin', 'authenticated'),
    ('change_film_formats', 'authenticated'), ('revert_film_update', 'authenticated'),
    ('commit_import', 'authenticated'), ('undo_import', 'authenticated'), ('private.hold_films', 'authenticated'),
    ('private.hidden_details', 'authenticated'), ('private.free_id', 'authenticated'),
    ('private.record_import', 'authenticated'), ('private.marks_of_import', 'authenticated'),
    ('private.record_undo', 'authenticated'), ('private.require_import_films', 'authenticated'),
    ('private.require_import_sets', 'authenticated'), ('private.require_import_details', 'authenticated'),
    ('private.require_import_of_the_day', 'authenticated'), ('private.bound_removed_details', 'authenticated'),
    ('private.bound_mark_changes', 'authenticated'),
    ('private.lock_moves', 'authenticated'), ('private.require_room_for_marks', 'authenticated'),
    ('private.tick_import_sets', 'authenticated'),
    ('private.add_import_copies', 'authenticated'), ('private.add_import_viewings', 'authenticated'),
    ('private.add_import_wishes', 'authenticated'), ('private.details_of_import', 'authenticated'),
    ('private.set_marks_of_import', 'authenticated'), ('private.with_marks_of_details', 'authenticated'),
    ('private.write_set_mark', 'authenticated'), ('private.write_copy', 'authenticated'),
    ('private.write_viewing', 'authenticated'), ('private.write_wish', 'authenticated'),
    ('private.is_whole_mark', 'authenticated'),
    ('own_news', 'authenticated'), ('mark_news_seen', 'authenticated'), ('own_details', 'authenticated'),
    ('count_removed_copies', 'authenticated'), ('own_wishes', 'authenticated'), ('own_tracking', 'authenticated'),
    ('make_gift_link', 'authenticated'),
    ('gift_wishlist', 'anon'), ('gift_wishlist', 'authenticated'),
    ('apply_marks', 'authenticated'), ('private.record_earlier_mark_change', 'authenticated'),
    ('private.write_mark', 'authenticated'), ('private.delete_expired_mark_changes', 'authenticated'),
    ('restore_film', 'authenticated'), ('restore_set', 'authenticated'), ('revert_film_change', 'authenticated'),
    ('private.take_back_changes', 'authenticated'), ('count_film_trackers', 'authenticated'),
    ('count_format_owners', 'authenticated'),
    ('private.require_admin', 'authenticated'), ('private.name_film_update', 'authenticated'),
    ('private.film_columns', 'authenticated'), ('private.is_as', 'authenticated'),
    ('private.arranged_aliases', 'authenticated'), ('private.alias_text', 'authenticated'),
    ('private.sort_title', 'authenticated'), ('private.sort_director', 'authenticated'),
-- These run with the caller's rights or read only their arguments.
    ('private.shows', 'anon'), ('private.shows', 'authenticated'),
    ('private.narrower', 'anon'), ('private.narrower', 'authenticated'),
    ('private.fold', 'anon'), ('private.fold', 'authenticated'),
    ('private.search_words', 'anon'), ('private.search_words', 'authenticated'),
    ('private.whole_words', 'anon'), ('private.whole_words', 'authenticated'),
    ('private.match_rank', 'anon'), ('private.match_rank', 'authenticated'),
    ('private.countries_in', 'anon'), ('private.countries_in', 'authenticated'),
    ('private.directors_in', 'anon'), ('private.directors_in', 'authenticated'),
    ('private.has_upgrade', 'anon'), ('private.has_upgrade', 'authenticated'),
    ('private.texts_in', 'anon'), ('private.texts_in', 'authenticated'),
    ('private.integers_in', 'anon'), ('private.integers_in', 'authenticated'),
    ('private.patterns_in', 'anon'), ('private.patterns_in', 'authenticated'),
    ('private.times_in', 'anon'), ('private.times_in', 'authenticated'),
    ('private.compared_marks', 'anon'), ('private.compared_marks', 'authenticated'),
    ('private.is_partial_date', 'anon'), ('private.is_partial_date', 'authenticated'),
    ('private.is_note', 'anon'), ('private.is_note', 'authenticated'),
    ('private.trimmed', 'anon'), ('private.trimmed', 'authenticated'),
    ('private.is_line', 'anon'), ('private.is_line', 'authenticated'),
    ('private.as_line', 'anon'), ('private.as_line', 'authenticated'),
    ('private.is_web_address', 'anon'), ('private.is_web_address', 'authenticated'),
    ('private.are_flags', 'anon'), ('private.are_flags', 'authenticated'),
    ('private.require_format_changes', 'anon'), ('private.require_format_changes', 'authenticated'),
    ('private.limited', 'anon'), ('private.limited', 'authenticated'),
    ('private.username_refusal', 'anon'), ('private.username_refusal', 'authenticated')$$,
  'callers may execute exactly these functions'
);

select is(
  tap.attempt(caller, $$select private.username_refusal('admin', null)$$), 'not granted',
  format('%s does not read the reserved usernames', caller)
) from callers;

select is_empty(
  $$select oid::regprocedure from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prorettype = 'trigger'::regtype
      and tap.attempt('ben', format('select %s', oid::regprocedure)) <> '0A000'$$,
  'a trigger function cannot be called'
);

-- Deleting an account.

insert into auth.users (id, email, encrypted_password, raw_user_meta_data)
values (tap.person('zoe'), 'zoe@example.org', 'a hash', '{"username": "zoe"}');

create function pg_temp.traces(person uuid) returns setof regclass language sql as $$
  select relation from (select * from visible union all select * from hidden) every
  where pg_temp.rows_with(person::text, null, relation) > 0
$$;

select is(
  tap.attempt('a visitor', $$select public.delete_account('olga')$$), 'not granted',
    'a visitor cannot delete an account'
);
select is(tap.attempt('ben', $$select public.delete_account('olga')$$), 'P0001',
  'a person cannot delete another person''s account');
select is(tap.attempt('ada', $$select public.delete_account('olga')$$), 'P0001',
  'an admin cannot delete another person''s account');
select is(tap.attempt('olga', $$select public.delete_account('')$$), 'P0001', 'an empty name deletes nothing');
select is(tap.attempt('olga', $$select public.delete_account(null)$$), 'P0001', 'a null name deletes nothing');
select is(tap.attempt('olga', $$select public.delete_account('olg')$$), 'P0001', 'a partial name deletes nothing');

select tap.become('olga');
select throws_ok(
  $$select public.delete_account('ben')$$, 'P0001', 'That is not your username.',
    'a wrong name is refused with a message'
);
reset role;
select isnt_empty($$select from auth.users where id = tap.person('olga')$$, 'the account exists before its deletion');
select set_has(
  $$select pg_temp.traces(tap.person('olga'))$$,
  $$values ('auth.users'::regclass), ('profiles'), ('user_ownership'), ('user_wishlist'), ('user_watched')$$,
  'the person has rows in these tables before the deletion'
);

select tap.become('olga');
update public.profiles set username = 'olenka' where id = tap.person('olga');
select lives_ok($$select public.delete_account(' OLENKA ')$$, 'the own name in any case deletes the account');
reset role;
select is_empty($$select pg_temp.traces(tap.person('olga'))$$, 'the deletion leaves no trace of the person');
select isnt_empty($$select from public.profiles where id = tap.person('ben')$$,
  'the deletion keeps the rows of other people');

-- An admin can delete their account while another admin exists.

select tap.become('ada');
select lives_ok($$select public.delete_account('ada')$$, 'the last but one admin can delete their account');
select tap.become('adam');
select throws_ok(
  $$select public.delete_account('adam')$$, 'P0001', 'You are the last admin.',
    'the last admin cannot delete their account'
);
reset role;
select isnt_empty(
  $$select from public.user_roles where user_id = tap.person('adam')$$, 'the last admin is still an admin'
);
select is(tap.attempt('zoe', $$select public.delete_account('zoe')$$), 'done',
  'a person who is not an admin can always delete their account');

select * from finish();
rollback;
