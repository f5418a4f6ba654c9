-- What people track could be spread over machines by person, with films and profiles on each of them: every key has
-- the person in it, and no row refers to another person's. See docs/scaling.md.
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
  $$values ('user_ownership'), ('user_wishlist'), ('user_watched'), ('private.mark_changes')$$,
  'what people track names the person'
);
select is_empty(
  $$select * from unique_keys where 'user_id' <> all (columns)$$,
  'every key has the person in it, so that one machine can hold it'
);
select is_empty(
  $$select * from tracking where not exists (
    select from unique_keys where unique_keys.name = tracking.name and indisprimary
  )$$,
  'every row has a key'
);
-- Kept by film: it is read when a film comes back.
select is_empty(
  $$select * from unique_keys where indisprimary and columns[1] <> 'user_id' and name <> 'private.tracking_of_deleted_films'$$,
  'all that a person tracks lies together: the key begins with the person'
);
select is_empty(
  $$select led_to.* from led_to join tracking using (name)
    where (target, columns) not in (values ('profiles', '{user_id}'::text[]), ('films', '{film_id}'))$$,
  'a row refers to its person and its film only'
);
select is_empty(
  $$select led_to.* from led_to join tracking on tracking.name = target$$,
  'nothing refers to what a person tracks'
);

select * from finish();
rollback;
