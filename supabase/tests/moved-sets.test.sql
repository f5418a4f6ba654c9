-- What people own of a set moves to a film when an admin gives the set a spine, and returns when the admin takes that back.
begin;
select plan(16);

insert into public.films (spine, title, director) values (4001, 'One', 'Several'), (4002, 'Other', 'Several');
insert into public.sets (title) values ('The Chest');
create temporary table chest as select id from public.sets where title = 'The Chest';
grant select on chest to authenticated;

create function pg_temp.give_spine(of_film integer) returns void language sql as $$
  update public.sets set film_id = of_film where id = (select id from chest)
$$;
-- Everything that people own, with the details of their copies.
create function pg_temp.owned() returns table (fact jsonb) language sql as $$
  select to_jsonb(own) from public.user_ownership own
  union all select to_jsonb(own) from public.user_sets own
  union all select to_jsonb(own) from public.user_copies own
$$;
create function pg_temp.ticked(name text) returns text language sql as $$
  select string_agg(concat_ws(' ', place, case when ld then 'LD' end, case when dvd then 'DVD' end,
    case when bd then 'BD' end, case when uhd then '4K' end), ', ' order by place)
  from (
    select spine::text as place, owns_laserdisc as ld, owns_dvd as dvd, owns_bluray as bd, owns_bluray_4k as uhd
    from public.user_ownership join public.films on films.id = film_id where user_id = tap.person(name)
    union all
    select 'set', owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k from public.user_sets where user_id = tap.person(name)
  ) as own
$$;
create function pg_temp.copies(name text) returns text language sql as $$
  select string_agg(concat_ws(' ', note, coalesce(spine::text, 'set')), ', ' order by note)
  from public.user_copies left join public.films on films.id = film_id where user_id = tap.person(name)
$$;

-- Ben owns the set only; Ada owns the film One as well, on DVD with a copy.
select tap.become('ben');
insert into public.user_sets (set_id, owns_dvd, owns_bluray) select id, true, true from chest;
insert into public.user_copies (set_id, format, price, currency, place, note)
select id, 'dvd', 40, 'EUR', 'Shelf', 'ben 1' from chest union all select id, 'dvd', null, null, null, 'ben 2' from chest;
select tap.become('ada');
insert into public.user_sets (set_id, owns_dvd, owns_laserdisc) select id, true, true from chest;
insert into public.user_copies (set_id, format, note) select id, 'dvd', 'ada set' from chest;
insert into public.user_copies (film_id, format, note) values (tap.film(4001), 'dvd', 'ada film');

reset role;
create temporary table former as select * from pg_temp.owned();
grant select on former to authenticated;

select tap.become('ada');
select pg_temp.give_spine(tap.film(4001));
reset role;
select is(pg_temp.ticked('ben'), '4001 DVD BD', 'giving a set a spine ticks its film');
select is(pg_temp.copies('ada'), 'ada film 4001, ada set 4001', 'giving a set a spine moves its copies');

-- Correcting the spine.
select tap.become('ada');
select pg_temp.give_spine(tap.film(4002));
reset role;
select is(pg_temp.ticked('ben'), '4002 DVD BD', 'correcting the spine of a set moves its ticks to the other film');
select is(pg_temp.ticked('ada'), '4001 DVD, 4002 LD DVD', 'a film keeps the formats that a person had ticked');
select is(pg_temp.copies('ada'), 'ada film 4001, ada set 4002', 'correcting the spine moves the copies of the set only');
select tap.become('ada');
select pg_temp.give_spine(null);
reset role;
select bag_eq('select * from pg_temp.owned()', 'select * from former', 'removing the spine returns every tick and copy');

-- Taking it back in the history.
select tap.become('ada');
select pg_temp.give_spine(tap.film(4001));
select public.revert_film_change((select max(id) from public.film_changes where set_id = (select id from chest)));
reset role;
select bag_eq('select * from pg_temp.owned()', 'select * from former', 'taking back the change returns every tick and copy');
select is_empty('select from private.moved_sets', 'nothing is stored of a set without a spine');

-- What people change in between stays.
select tap.become('ada');
select pg_temp.give_spine(tap.film(4001));
select tap.become('ben');
update public.user_ownership set owns_bluray = false, owns_laserdisc = true where film_id = tap.film(4001);
update public.user_copies set note = 'ben 2 changed' where note = 'ben 2';
delete from public.user_copies where note = 'ben 1';
insert into public.user_copies (film_id, format, note) values (tap.film(4001), 'dvd', 'ben new');
select tap.become('ada');
delete from public.user_ownership where film_id = tap.film(4001);
select pg_temp.give_spine(null);
reset role;
select is(pg_temp.ticked('ben'), '4001 LD DVD, set DVD', 'a format unticked in between stays unticked, and one with another copy ticked');
select is(pg_temp.copies('ben'), 'ben 2 changed set, ben new 4001', 'a copy changed in between returns changed, and a new one stays');
select is(pg_temp.ticked('ada'), null, 'a mark removed in between is not set again');
select is(pg_temp.copies('ada'), null, 'nor is a copy that was removed with it');

-- The film is deleted and restored: its marks wait for it.
select tap.become('ada');
select pg_temp.give_spine(tap.film(4002));
create temporary table held on commit drop as select film_id from public.sets where id = (select id from chest);
delete from public.films where spine = 4002;
reset role;
select is(pg_temp.ticked('ben'), '4001 LD DVD', 'deleting the film of a set moves no mark');
select tap.become('ben');
insert into public.user_sets (set_id, owns_bluray) select id, true from chest;
select tap.become('ada');
select public.restore_film((select film_id from held));
reset role;
select is(pg_temp.ticked('ben'), '4001 LD DVD, 4002 DVD BD', 'restoring the film joins what was ticked since');
select tap.become('ada');
select pg_temp.give_spine(null);
reset role;
select is(pg_temp.ticked('ben'), '4001 LD DVD, set DVD BD', 'both return with the set');

-- A set that always had its film.
select tap.become('ada');
insert into public.sets (title, film_id) values ('The Box', tap.film(4001));
update public.sets set film_id = null where title = 'The Box';
reset role;
select is(pg_temp.ticked('ben'), '4001 LD DVD, set DVD BD', 'ticks of a film that no set moved stay with the film');

select * from finish();
rollback;
