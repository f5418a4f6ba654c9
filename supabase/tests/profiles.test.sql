-- Valid and available usernames; every account has one.
begin;

create temporary table names (username text, expected text, because text);
insert into names values
  ('zoe', 'done', 'three letters are accepted'),
  (repeat('z', 30), 'done', 'thirty letters are accepted'),
  ('a_b-9', 'done', 'digits, _ and - are accepted'),
  ('-_-', 'done', 'signs alone are accepted'),
  ('  Zoe ', 'done', 'surrounding spaces and capitals are normalized'),
  ('', '23514', 'an empty name is refused'),
  ('   ', '23514', 'a blank name is refused'),
  ('zo', '23514', 'two letters are refused'),
  (repeat('z', 31), '23514', 'thirty-one letters are refused'),
  ('zoe lee', '23514', 'a space within is refused'),
  ('zoë', '23514', 'an accent is refused'),
  ('zoe.lee', '23514', 'a dot is refused'),
  ('zoe/lee', '23514', 'a slash is refused'),
  (E'zoe\nlee', '23514', 'a line break within is refused'),
  (E'zoe\n', '23514', 'a line break at the end is refused'),
  ('ｚｏｅ', '23514', 'look-alikes of letters are refused'),
  ('Admin', '23514', 'a reserved word is refused in any case'),
  ('well-known', '23514', 'a reserved word with a sign is refused'),
  ('Webmaster', '23514', 'a name that suggests an operator is refused'),
  ('ben', '23505', 'another person''s name is refused'),
  ('BEN', '23505', 'another person''s name is refused in any case'),
  ('olga', 'done', 'the own name can be set again'),
  ('OLGA', 'done', 'the own name can be set again in any case');

create function pg_temp.state_for(caller text, username text) returns text language plpgsql as $$
declare
  state text;
begin
  perform tap.become(caller);
  state := public.username_state(username);
  perform set_config('role', 'none', true);
  return state;
end
$$;

create function pg_temp.rename(name text, username text) returns text language sql
return tap.attempt(
  name, format('update public.profiles set username = %L where id = tap.person(%L)', rename.username, rename.name)
);

create function pg_temp.sign_up(name text, metadata jsonb) returns text language sql
return tap.attempt(null, format(
  'insert into auth.users (id, email, encrypted_password, raw_user_meta_data) values (%L, %L, %L, %L)',
  tap.person(name), name || '@example.org', 'a hash', metadata
));

create function pg_temp.days_pass(days integer) returns void language sql as
  'update private.given_up_usernames set given_up_at = given_up_at - make_interval(days => days)';

select plan((2 * (select count(*) from names) + 49)::int);

select is(pg_temp.rename('olga', username), expected, because) from names;

-- username_state reports what an update would return.
select is(
  pg_temp.state_for('olga', username),
  case
    when expected = 'done' then 'free'
    when expected = '23505' then 'taken'
    when lower(username) in ('admin', 'well-known', 'webmaster') then 'reserved'
    else 'not allowed'
  end,
  'username_state agrees: ' || because
) from names;

select is(pg_temp.state_for('a visitor', 'zoe'), 'free', 'username_state reports a free name to a visitor');
select is(pg_temp.state_for('a visitor', ' Olga '), 'taken', 'username_state reports a taken name to a visitor');
select is(pg_temp.state_for('a visitor', 'admin'), 'reserved', 'username_state reports a reserved name to a visitor');
select is(pg_temp.state_for('a visitor', 'a b'), 'not allowed', 'username_state reports an invalid name to a visitor');
select throws_ok(
  $$update public.profiles set username = ' Admin' where id = tap.person('olga')$$,
  '23514', 'The username admin is reserved. Please choose another.', 'a reserved name is refused with a message'
);
select is(
  (select username from public.profiles where id = tap.person('olga')), 'olga', 'a refused change keeps the old name'
);
select set_eq(
  $$select word from private.reserved_words where word in (
      'postmaster', 'webmaster', 'hostmaster', 'sysadmin', 'superuser', 'administrators', 'official', 'noreply',
        'operator'
    )$$,
  $$values ('postmaster'), ('webmaster'), ('hostmaster'), ('sysadmin'), ('superuser'), ('administrators'), ('official'),
    ('noreply'), ('operator')$$,
  'names that suggest an operator or a mail address are reserved'
);

-- A person keeps a name that is reserved later.

insert into private.reserved_words (word) values ('olga');
select is(pg_temp.rename('olga', 'Olga'), 'done', 'a person can set their own name again after it was reserved');
select is(pg_temp.state_for('olga', 'olga'), 'free', 'username_state reports the own reserved name as free');
select is(pg_temp.state_for('ben', 'olga'), 'taken', 'username_state reports a used reserved name as taken to others');
update public.profiles set username = 'olenka' where id = tap.person('olga');
select is(pg_temp.rename('olga', 'olga'), '23514', 'a reserved name cannot be set again after it was given up');
select is(pg_temp.state_for('olga', 'olga'), 'reserved', 'username_state reports a given-up reserved name as reserved');
delete from private.reserved_words where word = 'olga';
update public.profiles set username = 'olga' where id = tap.person('olga');

-- A given-up name: its last owner can take it back, others only after 90 days.

update public.profiles set username = ' ZOE ' where id = tap.person('olga');
select is(
  (select username from public.profiles where id = tap.person('olga')), 'zoe', 'a name is stored in lower case, trimmed'
);
select is(pg_temp.state_for('ben', 'olga'), 'taken', 'username_state reports a given-up name as taken to others');
select is(pg_temp.state_for('a visitor', 'olga'), 'taken',
  'username_state reports a given-up name as taken to visitors');
select is(pg_temp.state_for('olga', 'olga'), 'free',
  'username_state reports a given-up name as free to its last owner');
select is(pg_temp.rename('ben', 'Olga'), '23505', 'another person cannot take a given-up name');
select throws_ok(
  $$update public.profiles set username = 'olga' where id = tap.person('ben')$$,
  '23505', 'The username olga is taken. Please choose another.', 'a given-up name is refused with a message'
);
select is(pg_temp.sign_up('nina', '{"username": "olga"}'), '23505', 'a new account cannot take a given-up name');
select throws_ok(
  $$update public.profiles set username = 'ada' where id = tap.person('ben')$$,
  '23505', 'The username ada is taken. Please choose another.', 'a name in use is refused with a message'
);
select throws_ok(
  $$update public.profiles set username = 'b' where id = tap.person('ben')$$,
  '23514', 'A username has 3 to 30 characters: a–z, 0–9, _ or -.', 'an invalid name is refused with a message'
);
select is(pg_temp.rename('olga', 'olga'), 'done', 'the last owner can take a given-up name back');
select pg_temp.days_pass(89);
select is(pg_temp.rename('ben', 'olga'), '23505', 'a given-up name is unavailable after 89 days');
select pg_temp.days_pass(2);
select is(pg_temp.rename('ben', 'olga'), 'done', 'a given-up name is available after 91 days');
select is(pg_temp.state_for('ben', 'olga'), 'free',
  'username_state reports a name taken after 91 days as free to its owner');
select pg_temp.days_pass(-91);

-- A limit keeps a person from blocking many names.

do $$
begin
  for number in 1..5 loop
    update public.profiles set username = 'ada-' || number where id = tap.person('ada');
  end loop;
end
$$;
select is(pg_temp.rename('ada', 'ada-6'), '23514', 'a sixth new name in 90 days is refused');
select is(pg_temp.rename('ada', 'ada-5'), 'done', 'the current name can be set again at the limit');
select is(pg_temp.rename('ada', 'ada-4'), 'done', 'a former name can be taken back at the limit');
select pg_temp.days_pass(91);
select is(pg_temp.rename('ada', 'ada-6'), 'done', 'a new name is accepted after 91 days');
select pg_temp.days_pass(-91);

-- The names of a deleted account.

update public.profiles set username = 'olga' where id = tap.person('olga');
delete from auth.users where id = tap.person('olga');
select is_empty($$select from public.profiles where id = tap.person('olga')$$,
  'deleting an account deletes its profile');
select is(pg_temp.rename('ben', 'olga'), '23505', 'the name of a deleted account is unavailable');
select is(pg_temp.rename('ben', 'zoe'), '23505', 'the former names of a deleted account are unavailable');
select is(pg_temp.state_for('a visitor', 'olga'), 'taken', 'username_state reports a deleted account''s name as taken');
select is(pg_temp.sign_up('olga', '{"username": "olga"}'), '23505',
  'a deleted account''s name is unavailable even for its former owner');
select is_empty(
  $$select from private.given_up_usernames where profile_id = tap.person('olga')$$,
    'the given-up names of a deleted account have no owner'
);
select pg_temp.days_pass(91);
select is(pg_temp.rename('ben', 'olga'), 'done', 'a deleted account''s names are available after 91 days');

-- An account and its profile are created together or not at all.

insert into auth.users (id, email, encrypted_password, raw_user_meta_data)
values (tap.person('nina'), 'nina@example.org', 'a hash', '{"username": " Nina "}');
select is(
  (select username from public.profiles where id = tap.person('nina')), 'nina', 'a new account has the requested name'
);
select is(pg_temp.sign_up('nils', '{"username": "admin"}'), '23514', 'a new account cannot have a reserved name');
select is(pg_temp.sign_up('nils', '{"username": "NINA"}'), '23505', 'a new account cannot have another person''s name');
select is(pg_temp.sign_up('nils', '{"username": "n"}'), '23514', 'a new account cannot have an invalid name');
select is(pg_temp.sign_up('nils', '{"username": {"a": 1}}'), '23514',
  'a new account cannot have a name that is an object');
select is(pg_temp.sign_up('nils', '{"username": 12345}'), 'done', 'a new account can have a number as its name');
select is_empty($$select from auth.users where id = tap.person('nils')$$, 'a refused sign-up creates no account');

insert into auth.users (id, email, encrypted_password, raw_user_meta_data)
select tap.person(metadata), md5(metadata), 'a hash', metadata::jsonb
from unnest(array['{}', '{"username": ""}', '{"username": "  "}', '{"username": null}', '[]', '"zoe"']) as metadata;
select is(
  (select count(distinct username)::int from public.profiles
   where username ~ '^user_\d{13}$'
     and abs(substr(username, 6)::bigint - extract(epoch from clock_timestamp()) * 1000) < 60000),
  6, 'a new account without a name gets a unique one from the time in milliseconds'
);

-- Names from the time may be in use: all names of the next seconds are taken or given up.
alter table public.profiles drop constraint profiles_id_fkey;
alter table public.profiles disable trigger user;
insert into public.profiles (id, username)
select gen_random_uuid(), 'user_' || start + i
from (select (extract(epoch from clock_timestamp()) * 1000)::bigint as start) as present, generate_series(0, 4999) as i
on conflict do nothing;
alter table public.profiles enable trigger user;
create temporary table last_taken as select max(substr(username, 6)::bigint) as stamp from public.profiles
  where username ~ '^user_\d{13}$';
insert into private.given_up_usernames (username) select 'user_' || stamp + 1 from last_taken;
insert into auth.users (id, email, encrypted_password) values (tap.person('nils'), 'nils@example.org', 'a hash');
select is(
  (select username from public.profiles where id = tap.person('nils')), (select 'user_' || stamp + 2 from last_taken),
  'a generated name is skipped while it is taken or given up'
);

-- is_admin

select tap.become('ada');
select is(private.is_admin(), true, 'is_admin is true for an admin');
select tap.become('ben');
select is(private.is_admin(), false, 'is_admin is false for another person');
reset role;
select is(tap.attempt('a visitor', 'select private.is_admin()'), 'not granted', 'a visitor cannot call is_admin');
select set_config('request.jwt.claims', '', true);
select is(private.is_admin(), false, 'is_admin is false without a caller');

select * from finish();
rollback;
