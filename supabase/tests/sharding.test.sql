-- The tables of people's marks can be sharded by person, with films and profiles on every machine: every key contains
-- the person, and no row refers to another person's rows. See docs/scaling.md.
begin;

create temporary view tracking as
select class.oid as id, class.oid::regclass::text as name
from pg_class class join pg_attribute on attrelid = class.oid and attname = 'user_id'
where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace);

create temporary view unique_keys as
select tracking.name, array(
  select attname::text from unnest(indkey::int2[]) with ordinality as key (number, place)
  join pg_attribute on attrelid = indrelid and attnum = number order by place
) as columns, indisprimary
from tracking join pg_index on indrelid = tracking.id where indisunique;

create temporary view led_to as
select conrelid::regclass::text as name, confrelid::regclass::text as target, (
  select array_agg(attname::text order by attname) from pg_attribute
  where attrelid = conrelid and attnum = any (conkey)
) as columns
from pg_constraint where contype = 'f';

select plan(6);

select bag_has(
  'select name from tracking',
  $$values ('user_ownership'), ('user_wishlist'), ('user_watched'), ('private.mark_changes'),
    ('imports'), ('private.import_marks'), ('user_sets'), ('user_copies'), ('private.moved_sets'), ('user_viewings'), ('user_wish_details'),
    ('private.removed_details'), ('private.news_seen'), ('gift_links')$$,
  'every tracking table has a user_id'
);
select is_empty(
  $$select * from unique_keys where 'user_id' <> all (columns)$$,
  'every unique key contains the person, so that one machine can enforce it'
);
select is_empty(
  $$select * from tracking where not exists (
    select from unique_keys where unique_keys.name = tracking.name and indisprimary
  )$$,
  'every tracking table has a primary key'
);
select is_empty(
  $$select * from unique_keys where indisprimary and columns[1] <> 'user_id'$$,
  'every primary key begins with the person, so that a person''s rows are adjacent'
);
select is_empty(
  $$select led_to.* from led_to join tracking using (name)
    where (target, columns) <> ('profiles', '{user_id}'::text[])$$,
  'a row refers only to its person, so that deleting a film or set writes no row of a person'
);
select is_empty(
  $$select led_to.* from led_to join tracking on tracking.name = target$$,
  'no table refers to a tracking table'
);

select * from finish();
rollback;
