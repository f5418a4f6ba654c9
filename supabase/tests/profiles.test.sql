-- What a name may be, who may have it, and that an account never is without one.
begin;

create temporary table names (username text, expected text, because text);
insert into names values
  ('zoe', 'done', 'three letters are enough'),
  (repeat('z', 30), 'done', 'thirty are not too many'),
  ('a_b-9', 'done', 'digits, _ and - are letters here'),
  ('-_-', 'done', 'signs alone are allowed'),
  ('  Zoe ', 'done', 'spaces around and capitals are made plain'),
  ('', '23514', 'an empty name is refused'),
  ('   ', '23514', 'a blank name is refused'),
  ('zo', '23514', 'two letters are too few'),
  (repeat('z', 31), '23514', 'thirty-one are too many'),
  ('zoe lee', '23514', 'a space within is refused'),
  ('zoë', '23514', 'an accent is refused'),
  ('zoe.lee', '23514', 'a dot is refused'),
  ('zoe/lee', '23514', 'a slash is refused'),
  (E'zoe\nlee', '23514', 'a line break within is refused'),
  (E'zoe\n', '23514', 'a line break at the end is refused'),
  ('ｚｏｅ', '23514', 'look-alikes of letters are refused'),
  ('Admin', '23514', 'a reserved word is refused in any case'),
  ('well-known', '23514', 'a reserved word with a sign is refused'),
  ('Webmaster', '23514', 'a name of who runs the site is refused'),
  ('ben', '23505', 'another''s name is refused'),
  ('BEN', '23505', 'another''s name is refused in any case'),
  ('olga', 'done', 'one''s own name can be set again'),
  ('OLGA', 'done', 'in any case');

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

-- The form learns beforehand what the database would say.
select is(
  pg_temp.state_for('olga', username),
  case
    when expected = 'done' then 'free'
    when expected = '23505' then 'taken'
    when lower(username) in ('admin', 'well-known', 'webmaster') then 'reserved'
    else 'not allowed'
  end,
  'and the form knows: ' || because
) from names;

select is(pg_temp.state_for('a visitor', 'zoe'), 'free', 'a visitor learns that a name is free');
select is(pg_temp.state_for('a visitor', ' Olga '), 'taken', 'a visitor learns that a name is taken');
select is(pg_temp.state_for('a visitor', 'admin'), 'reserved', 'a visitor learns that a name is reserved');
select is(pg_temp.state_for('a visitor', 'a b'), 'not allowed', 'a visitor learns that a name is not allowed');
select throws_ok(
  $$update public.profiles set username = ' Admin' where id = tap.person('olga')$$,
  '23514', 'The username admin is reserved. Please choose another.', 'a reserved word is refused in words'
);
select is(
  (select username from public.profiles where id = tap.person('olga')), 'olga', 'whoever is refused keeps their name'
);
select set_eq(
  $$select word from private.reserved_words where word in (
      'postmaster', 'webmaster', 'hostmaster', 'sysadmin', 'superuser', 'administrators', 'official', 'noreply', 'operator'
    )$$,
  $$values ('postmaster'), ('webmaster'), ('hostmaster'), ('sysadmin'), ('superuser'), ('administrators'), ('official'),
    ('noreply'), ('operator')$$,
  'nobody can pass for who runs the site or for its mail'
);

-- A name that is reserved later stays with who has it.

insert into private.reserved_words (word) values ('olga');
select is(pg_temp.rename('olga', 'Olga'), 'done', 'who has a name that was reserved since can set it again');
select is(pg_temp.state_for('olga', 'olga'), 'free', 'as the form says');
select is(pg_temp.state_for('ben', 'olga'), 'taken', 'and others hear that it is taken');
update public.profiles set username = 'olenka' where id = tap.person('olga');
select is(pg_temp.rename('olga', 'olga'), '23514', 'but once it is given up nobody can have it');
select is(pg_temp.state_for('olga', 'olga'), 'reserved', 'nor the one who gave it up');
delete from private.reserved_words where word = 'olga';
update public.profiles set username = 'olga' where id = tap.person('olga');

-- A name that is given up: its last owner may take it back, others only after 90 days.

update public.profiles set username = ' ZOE ' where id = tap.person('olga');
select is(
  (select username from public.profiles where id = tap.person('olga')), 'zoe', 'a name is stored in lower case, trimmed'
);
select is(pg_temp.state_for('ben', 'olga'), 'taken', 'a name given up is taken for others');
select is(pg_temp.state_for('a visitor', 'olga'), 'taken', 'and for visitors');
select is(pg_temp.state_for('olga', 'olga'), 'free', 'and free for who gave it up');
select is(pg_temp.rename('ben', 'Olga'), '23505', 'another cannot have it');
select throws_ok(
  $$update public.profiles set username = 'olga' where id = tap.person('ben')$$,
  '23505', 'The username olga is taken. Please choose another.', 'and hears so in words'
);
select is(pg_temp.sign_up('nina', '{"username": "olga"}'), '23505', 'nor can a new account');
select throws_ok(
  $$update public.profiles set username = 'ada' where id = tap.person('ben')$$,
  '23505', 'The username ada is taken. Please choose another.', 'a name in use is refused in words, too'
);
select throws_ok(
  $$update public.profiles set username = 'b' where id = tap.person('ben')$$,
  '23514', 'A username has 3 to 30 characters: a–z, 0–9, _ or -.', 'and one that nobody can have'
);
select is(pg_temp.rename('olga', 'olga'), 'done', 'who gave it up can take it back');
select pg_temp.days_pass(89);
select is(pg_temp.rename('ben', 'olga'), '23505', 'after 89 days it is still out of reach');
select pg_temp.days_pass(2);
select is(pg_temp.rename('ben', 'olga'), 'done', 'after 91 days others can have it');
select is(pg_temp.state_for('ben', 'olga'), 'free', 'and the form says so');
select pg_temp.days_pass(-91);

-- Nobody keeps names from others by going through them.

do $$
begin
  for number in 1..5 loop
    update public.profiles set username = 'ada-' || number where id = tap.person('ada');
  end loop;
end
$$;
select is(pg_temp.rename('ada', 'ada-6'), '23514', 'a sixth new name in 90 days is refused');
select is(pg_temp.rename('ada', 'ada-5'), 'done', 'the present one can be set again');
select is(pg_temp.rename('ada', 'ada-4'), 'done', 'a former one can be taken back');
select pg_temp.days_pass(91);
select is(pg_temp.rename('ada', 'ada-6'), 'done', 'later another can be had');
select pg_temp.days_pass(-91);

-- The account ends: nobody takes its names back.

update public.profiles set username = 'olga' where id = tap.person('olga');
delete from auth.users where id = tap.person('olga');
select is_empty($$select from public.profiles where id = tap.person('olga')$$, 'a profile ends with its account');
select is(pg_temp.rename('ben', 'olga'), '23505', 'the name of an ended account is out of reach');
select is(pg_temp.rename('ben', 'zoe'), '23505', 'and so are those it had before');
select is(pg_temp.state_for('a visitor', 'olga'), 'taken', 'as a visitor learns');
select is(pg_temp.sign_up('olga', '{"username": "olga"}'), '23505', 'even for who had it');
select is_empty(
  $$select from private.given_up_usernames where profile_id = tap.person('olga')$$, 'whose names they were is forgotten'
);
select pg_temp.days_pass(91);
select is(pg_temp.rename('ben', 'olga'), 'done', 'after 91 days others can have them');

-- An account and its profile are made together or not at all.

insert into auth.users (id, email, encrypted_password, raw_user_meta_data)
values (tap.person('nina'), 'nina@example.org', 'a hash', '{"username": " Nina "}');
select is(
  (select username from public.profiles where id = tap.person('nina')), 'nina', 'a new account has the name it asked for'
);
select is(pg_temp.sign_up('nils', '{"username": "admin"}'), '23514', 'no account is made with a reserved name');
select is(pg_temp.sign_up('nils', '{"username": "NINA"}'), '23505', 'nor with a name that another has');
select is(pg_temp.sign_up('nils', '{"username": "n"}'), '23514', 'nor with one that is not allowed');
select is(pg_temp.sign_up('nils', '{"username": {"a": 1}}'), '23514', 'nor with one that is no text');
select is(pg_temp.sign_up('nils', '{"username": 12345}'), 'done', 'a number is a name as text');
select is_empty($$select from auth.users where id = tap.person('nils')$$, 'what was refused left no account');

insert into auth.users (id, email, encrypted_password, raw_user_meta_data)
select tap.person(metadata), md5(metadata), 'a hash', metadata::jsonb
from unnest(array['{}', '{"username": ""}', '{"username": "  "}', '{"username": null}', '[]', '"zoe"']) as metadata;
select is(
  (select count(distinct username)::int from public.profiles
   where username ~ '^user_\d{13}$'
     and abs(substr(username, 6)::bigint - extract(epoch from clock_timestamp()) * 1000) < 60000),
  6, 'without a name it gets one from the time in milliseconds, each another'
);

-- Another account may have had the same moment: every name of the next seconds is taken, or was given up.
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
  'a name from the time is made again while it is taken or was given up'
);

-- is_admin

select tap.become('ada');
select is(private.is_admin(), true, 'an admin is one');
select tap.become('ben');
select is(private.is_admin(), false, 'another person is none');
reset role;
select is(tap.attempt('a visitor', 'select private.is_admin()'), 'not granted', 'a visitor is not even asked');
select set_config('request.jwt.claims', '', true);
select is(private.is_admin(), false, 'nobody is none');

select * from finish();
rollback;
