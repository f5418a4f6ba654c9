-- The people of the tests, and helpers. Each test file rolls its changes back.

-- Olga has one row in every table of people's rows; Ben is another person; Ada and Adam are admins.
create function tap.person(name text) returns uuid
  language sql immutable
return md5(name)::uuid;

create function tap.film(of_spine integer) returns integer
  language sql stable
return (select id from public.films where spine = of_spine);

insert into auth.users (id, email, encrypted_password, raw_user_meta_data)
select tap.person(name), name || '@example.org', 'the hash of ' || name, jsonb_build_object('username', name)
from unnest(array['olga', 'ben', 'ada', 'adam']) as name;

insert into public.user_roles (user_id, role) values (tap.person('ada'), 'admin'), (tap.person('adam'), 'admin');
insert into public.user_ownership (user_id, film_id, owns_dvd) values (tap.person('olga'), tap.film(1), true);
insert into public.user_wishlist (user_id, film_id) values (tap.person('olga'), tap.film(1));
insert into public.user_watched (user_id, film_id) values (tap.person('olga'), tap.film(1));
insert into public.user_copies (user_id, id, film_id, format, price, currency, store, place, lent_to, lent_on, note)
values (tap.person('olga'), md5('copy')::uuid, tap.film(1), 'dvd', 34.95, 'USD', 'A secret shop', 'A secret shelf', 'Tomasz', '2026-05', 'A secret note');
insert into public.user_viewings (user_id, id, film_id, watched_on, rating, note)
values (tap.person('olga'), md5('viewing')::uuid, tap.film(1), '2014-12', 9, 'A secret note');
insert into public.user_wish_details (user_id, film_id, note, price, currency)
values (tap.person('olga'), tap.film(1), 'A secret note', 20, 'USD');
insert into public.sets (title) values ('A set without a spine');
insert into public.user_sets (user_id, set_id, owns_dvd)
select tap.person('olga'), id, true from public.sets where title = 'A set without a spine';
insert into public.gift_links (user_id, token) values (tap.person('olga'), 'Olga-' || left(md5('gift'), 27));
insert into public.imports (user_id, id, name, formats, wishlisted, watched)
values (tap.person('olga'), md5('import')::uuid, 'films.csv', 0, 0, 0);

-- Continues as a visitor, as the service role or as a person until `reset role`.
create function tap.become(caller text) returns void
  language plpgsql
as $$
begin
  perform set_config(
    'role', case caller when 'a visitor' then 'anon' when 'the service' then 'service_role' else 'authenticated' end, true
  );
  perform set_config('request.jwt.claims', case caller
    when 'a visitor' then '{"role": "anon"}'
    when 'the service' then '{"role": "service_role"}'
    else jsonb_build_object('role', 'authenticated', 'sub', tap.person(caller))::text
  end, true);
end
$$;

-- Runs a statement, rolls it back and returns its result:
--   done         the statement read or changed something
--   nothing      the row rules hide the rows, and `watched` is unchanged
--   refused      the row rules refuse the new row
--   not granted  the caller's role lacks the right
-- or the code of any other error. Without a caller the statement runs as the tables' owner.
create function tap.attempt(caller text, statement text, watched regclass default null) returns text
  language plpgsql
as $$
declare
  before constant text := tap.contents(watched);
  affected bigint;
begin
  if caller is not null then perform tap.become(caller); end if;
  execute statement;
  get diagnostics affected = row_count;
  perform set_config('role', 'none', true);
  raise exception using errcode = 'UNDO1', message = case
    when affected > 0 or tap.contents(watched) <> before then 'done'
    else 'nothing'
  end;
exception
  when sqlstate 'UNDO1' then return sqlerrm;
  when insufficient_privilege then
    return case when sqlerrm like '%row-level security%' then 'refused' else 'not granted' end;
  when others then return sqlstate;
end
$$;

create function tap.contents(relation regclass) returns text
  language plpgsql
as $$
declare
  contents text;
begin
  if relation is null then return ''; end if;
  execute format('select md5(string_agg(row::text, '' '' order by row::text)) from %s as row', relation) into contents;
  return coalesce(contents, '');
end
$$;
