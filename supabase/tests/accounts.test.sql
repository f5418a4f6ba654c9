-- What no caller reaches: accounts, keys, and what lies beside the API; and how an account ends.
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

-- How many rows, as the caller sees them, hold a text in whatever column.
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

select cmp_ok((select count(*) from hidden), '>=', 4::bigint, 'there is something to hide');

select is(
  tap.attempt(caller, format('select from %s', relation)), 'not granted', format('%s is not for %s', relation, caller)
) from hidden, callers;

select is(
  has_table_privilege(role, relation, 'select, insert, update, delete, truncate, references, trigger')
    or has_any_column_privilege(role, relation, 'select, insert, update, references'),
  false, format('%s has no right on %s', role, relation)
) from hidden, unnest(array['anon', 'authenticated', 'service_role']) as role;

-- Addresses and passwords, looked for in every column of everything that can be read.

select is(pg_temp.rows_with(secret, null, 'auth.users'), 1::bigint, format('there is %s to find', secret))
from unnest(array['ben@example.org', 'the hash of ben']) as secret;
select is(pg_temp.rows_with('ben', 'a visitor', 'public.profiles'), 1::bigint, 'what is public is found');

select is(
  pg_temp.rows_with(secret, caller, relation), 0::bigint, format('%s finds no %s in %s', caller, secret, relation)
) from visible, callers, unnest(array['ben@example.org', 'the hash of ben']) as secret;

-- Functions. These alone see more than their caller, and each answers no more than a word or yes or no.

select set_eq(
  $$select oid::regproc::text, pg_get_function_result(oid) from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosecdef
      and prorettype <> 'trigger'::regtype$$,
  $$values
    ('username_state', 'text'), ('private.is_admin', 'boolean'), ('delete_account', 'void'),
    ('restore_film', 'void'), ('count_film_trackers', 'integer'),
    ('count_format_owners', 'integer'), ('private.is_private', 'boolean'),
    -- Of their caller's own alone.
    ('private.record_earlier_mark_change', 'boolean'), ('private.delete_expired_mark_changes', 'void')$$,
  'no other function sees more than its caller'
);

select is_empty(
  $$select oid::regprocedure from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not coalesce('search_path=""' = any (proconfig), false)
      -- Names in a body that was read at creation stand for what they stood for then.
      and prosqlbody is null$$,
  'what a name stands for in a function of ours depends on no caller'
);
select is_empty(
  $$select oid::regprocedure from pg_proc
    where pronamespace = 'auth'::regnamespace and prosecdef
      and not exists (select from unnest(proconfig) as setting where setting like 'search_path=%')$$,
  'no function of the accounts sees more than its caller along a path that the caller chose'
);

select set_eq(
  $$select oid::regproc::text, role from pg_proc, unnest(array['anon', 'authenticated']) as role
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and has_function_privilege(role, oid, 'execute')
      and prorettype <> 'trigger'::regtype$$,
  $$values
    ('username_state', 'anon'), ('username_state', 'authenticated'),
    ('profile_counts', 'anon'), ('profile_counts', 'authenticated'),
    ('profile_films', 'anon'), ('profile_films', 'authenticated'),
    ('ranked_films', 'anon'), ('ranked_films', 'authenticated'),
    ('delete_account', 'authenticated'), ('private.is_admin', 'authenticated'),
    ('change_film_formats', 'authenticated'), ('revert_film_update', 'authenticated'),
    ('apply_marks', 'authenticated'), ('private.record_earlier_mark_change', 'authenticated'),
    ('private.write_mark', 'authenticated'), ('private.delete_expired_mark_changes', 'authenticated'),
    ('restore_film', 'authenticated'), ('count_film_trackers', 'authenticated'),
    ('count_format_owners', 'authenticated'),
    ('private.require_admin', 'authenticated'), ('private.name_film_update', 'authenticated'),
    ('private.film_columns', 'authenticated'),
    -- They see what their caller sees, or nothing but what they are given.
    ('private.is_private', 'anon'), ('private.is_private', 'authenticated'),
    ('private.fold', 'anon'), ('private.fold', 'authenticated'),
    ('private.search_words', 'anon'), ('private.search_words', 'authenticated'),
    ('private.whole_words', 'anon'), ('private.whole_words', 'authenticated'),
    ('private.match_rank', 'anon'), ('private.match_rank', 'authenticated'),
    ('private.is_line', 'anon'), ('private.is_line', 'authenticated'),
    ('private.as_line', 'anon'), ('private.as_line', 'authenticated'),
    ('private.is_web_address', 'anon'), ('private.is_web_address', 'authenticated'),
    ('private.are_flags', 'anon'), ('private.are_flags', 'authenticated'),
    ('private.require_format_changes', 'anon'), ('private.require_format_changes', 'authenticated'),
    ('private.username_refusal', 'anon'), ('private.username_refusal', 'authenticated')$$,
  'functions are granted to callers so far and no further'
);

select is(
  tap.attempt(caller, $$select private.username_refusal('admin', null)$$), 'not granted',
  format('%s does not read what is reserved', caller)
) from callers;

select is_empty(
  $$select oid::regprocedure from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prorettype = 'trigger'::regtype
      and tap.attempt('ben', format('select %s', oid::regprocedure)) <> '0A000'$$,
  'a trigger''s function cannot be called'
);

-- How an account ends.

insert into auth.users (id, email, encrypted_password, raw_user_meta_data)
values (tap.person('zoe'), 'zoe@example.org', 'a hash', '{"username": "zoe"}');

create function pg_temp.traces(person uuid) returns setof regclass language sql as $$
  select relation from (select * from visible union all select * from hidden) every
  where pg_temp.rows_with(person::text, null, relation) > 0
$$;

select is(
  tap.attempt('a visitor', $$select public.delete_account('olga')$$), 'not granted', 'a visitor deletes no account'
);
select is(tap.attempt('ben', $$select public.delete_account('olga')$$), 'P0001', 'nobody deletes another''s account');
select is(tap.attempt('ada', $$select public.delete_account('olga')$$), 'P0001', 'nor does an admin');
select is(tap.attempt('olga', $$select public.delete_account('')$$), 'P0001', 'an empty name deletes nothing');
select is(tap.attempt('olga', $$select public.delete_account(null)$$), 'P0001', 'no name deletes nothing');
select is(tap.attempt('olga', $$select public.delete_account('olg')$$), 'P0001', 'half a name deletes nothing');

select tap.become('olga');
select throws_ok(
  $$select public.delete_account('ben')$$, 'P0001', 'That is not your username.', 'a wrong name is answered in words'
);
reset role;
select isnt_empty($$select from auth.users where id = tap.person('olga')$$, 'and the account is there');
select set_has(
  $$select pg_temp.traces(tap.person('olga'))$$,
  $$values ('auth.users'::regclass), ('profiles'), ('user_ownership'), ('user_wishlist'), ('user_watched')$$,
  'with all that a person has'
);

select tap.become('olga');
update public.profiles set username = 'olenka' where id = tap.person('olga');
select lives_ok($$select public.delete_account(' OLENKA ')$$, 'the own name deletes, in any case');
reset role;
select is_empty($$select pg_temp.traces(tap.person('olga'))$$, 'and nothing of the person is left anywhere');
select isnt_empty($$select from public.profiles where id = tap.person('ben')$$, 'and nothing of others is gone');

-- An admin can go while there is another.

select tap.become('ada');
select lives_ok($$select public.delete_account('ada')$$, 'the last admin but one can go');
select tap.become('adam');
select throws_ok(
  $$select public.delete_account('adam')$$, 'P0001', 'You are the last admin.', 'the last admin cannot'
);
reset role;
select isnt_empty(
  $$select from public.user_roles where user_id = tap.person('adam')$$, 'and is the last admin still'
);
select is(tap.attempt('zoe', $$select public.delete_account('zoe')$$), 'done', 'who is no admin can always go');

select * from finish();
rollback;
