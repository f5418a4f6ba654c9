-- Everything that a person tracks in one answer, and nothing of another person.
begin;
select plan(8);

insert into public.sets (title) values ('The Chest');
create function tap.chest() returns integer language sql stable return (select id from public.sets where title = 'The Chest');

select tap.become('ben');
insert into public.user_copies (film_id, format, store) values (tap.film(10), 'dvd', 'First');
insert into public.user_viewings (film_id, watched_on, note) values (tap.film(20), '2007', 'again');
insert into public.user_wishlist (film_id, wants_bluray_4k) values (tap.film(30), true);
insert into public.user_wish_details (film_id, note) values (tap.film(30), 'for Ada');
insert into public.user_sets (set_id, owns_dvd) values (tap.chest(), true);

select is(public.own_tracking() #>> '{profile, username}', 'ben', 'the profile is one''s own');
select is(public.own_tracking() #>> '{user_ownership, 0, owns_dvd}', 'true', 'what is owned is a list of rows');
select is(public.own_tracking() #>> '{user_sets, 0, set_id}', tap.chest()::text, 'owned sets are a list of rows');
select is(
  array[public.own_tracking() #>> '{user_copies, 0, store}', public.own_tracking() #>> '{user_viewings, 0, note}',
    public.own_tracking() #>> '{user_wish_details, 0, note}'],
  '{First, again, for Ada}', 'copies, viewings and wishes have what only their owner reads'
);
select is(
  public.own_tracking() #> '{user_watched, 0}' ? 'id' and public.own_tracking() #> '{user_wishlist, 0}' ? 'id', true,
  'lists have the ids by which they are ordered'
);
select is(
  jsonb_path_exists(public.own_tracking() - 'profile', '$.**.user_id'), false, 'the rows do not repeat whose they are'
);

select tap.become('ada');
select is(public.own_tracking()::text like '%First%' or public.own_tracking()::text like '%for Ada%', false,
  'the own_tracking of another person has none of these rows');
select is(
  public.own_tracking() - 'profile',
  '{"user_ownership": [], "user_sets": [], "user_wishlist": [], "user_watched": [], "user_copies": [], "user_viewings": [],
    "user_wish_details": []}',
  'without marks each list is empty'
);
select * from finish();
rollback;
