-- Gift links: who makes, sees and revokes them, and what they show.
begin;

insert into public.user_wishlist (user_id, film_id, wants_bluray, priority)
values (tap.person('olga'), tap.film(7), true, 1), (tap.person('olga'), tap.film(2), false, 3);
update public.films set dvd_oop = true where spine = 7;

create temporary table callers (caller text);
insert into callers values ('a visitor'), ('ben'), ('ada'), ('olga'), ('the service');

create function pg_temp.token_of(name text) returns text language sql as $$
  select token from public.gift_links where user_id = tap.person(name)
$$;

create function pg_temp.shown_to(caller text, token text) returns jsonb language plpgsql as $$
declare
  shown jsonb;
begin
  perform tap.become(caller);
  shown := public.gift_wishlist(token);
  perform set_config('role', 'none', true);
  return shown;
end
$$;

create function pg_temp.made_by(caller text) returns text language plpgsql as $$
declare
  made text;
begin
  perform tap.become(caller);
  made := public.make_gift_link();
  perform set_config('role', 'none', true);
  return made;
end
$$;

select plan(5 + 15 + 5 + 5 + 4 + 8);

-- It shows the same to everyone, whatever the visibility of the profile.
select is(
  pg_temp.shown_to(caller, pg_temp.token_of('olga')) ->> 'username', 'olga', format('the link names the person: %s', caller)
) from callers;
create function pg_temp.choose(chosen text) returns void language sql as $$
  update public.profiles set visibility = chosen, wishlist_visibility = 'private' where id = tap.person('olga')
$$;
select is(
  (
    select jsonb_path_query_array(pg_temp.shown_to(caller, pg_temp.token_of('olga')), '$.wishes[*].spine')
    from pg_temp.choose(visibility)
  ),
  '[7, 2, 1]', format('the link shows the wishes by priority, of a profile that is %s: %s', visibility, caller)
) from callers, unnest(array['public', 'unlisted', 'private']) as visibility;
select is(
  pg_temp.shown_to(caller, pg_temp.token_of('olga')) #> '{wishes, 0}',
  (
    select to_jsonb(film) || '{"wants_laserdisc": false, "wants_dvd": false, "wants_bluray": true, "wants_bluray_4k": false,
      "priority": 1}'
    from (
      select spine, title, director, year, laserdisc, dvd, bluray, bluray_4k,
        laserdisc_oop, dvd_oop, bluray_oop, bluray_4k_oop
      from public.films where spine = 7
    ) as film
  ),
  format('a wish has its film, its formats and its priority, and nothing else: %s', caller)
) from callers;
select is(
  (select array_agg(key order by key) from jsonb_object_keys(pg_temp.shown_to(caller, pg_temp.token_of('olga'))) as key),
  '{username,wishes}', format('the link shows the name and the wishes, and nothing else: %s', caller)
) from callers;
select is(
  pg_temp.shown_to('a visitor', token), null, format('the token %L shows no wishlist', token)
) from unnest(array['', repeat('x', 32), upper(pg_temp.token_of('olga')), null]) as token;

-- Making and revoking.
select matches(pg_temp.made_by('ben'), '^[A-Za-z0-9_-]{32}$', 'a token has 192 bits');
select is(pg_temp.shown_to('a visitor', pg_temp.token_of('ben')), '{"username": "ben", "wishes": []}', 'a new link works');
create temporary table former as select pg_temp.token_of('olga') as token;
select isnt(pg_temp.made_by('olga'), (select token from former), 'a new link has another token than the link it replaces');
select is(
  pg_temp.shown_to('a visitor', former.token), null, 'the former link shows nothing'
) from former;
select is((select count(*) from public.gift_links where user_id = tap.person('olga')), 1::bigint, 'a person has one link');
select is(
  tap.attempt('a visitor', 'select public.make_gift_link()'), 'not granted', 'a visitor cannot make a link'
);
create temporary table revoked as select pg_temp.token_of('olga') as token;
select tap.become('olga');
delete from public.gift_links where user_id = auth.uid();
reset role;
select is(pg_temp.shown_to('a visitor', revoked.token), null, 'a revoked link shows nothing') from revoked;
select tap.become('ben');
select public.delete_account('ben');
reset role;
select is(pg_temp.token_of('ben'), null, 'deleting the account deletes the link');

select * from finish();
rollback;
