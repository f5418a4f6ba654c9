-- Each number, date and text that somebody may write has a range.
begin;

create temporary view writable as
select columns.table_name, columns.column_name, columns.data_type, callers.caller
from information_schema.columns
join information_schema.column_privileges granted using (table_schema, table_name, column_name)
join lateral (
  select case when columns.table_name like 'user\_%' or columns.table_name in ('profiles', 'imports', 'gift_links')
    then 'olga' else 'ada' end as caller
) as callers on true
where columns.table_schema = 'public' and granted.grantee = 'authenticated' and granted.privilege_type = 'UPDATE';

-- Beyond every range, by type.
create temporary table extremes (data_type text, value text);
insert into extremes
select data_type, value from (values
  (array['numeric', 'double precision', 'real'], array['NaN', 'Infinity', '-Infinity', '1e20', '-1']),
  (array['integer', 'smallint', 'bigint'], array['2147483647', '-2147483648']),
  (array['date', 'timestamp with time zone'], array['infinity', '-infinity']),
  (array['text'], array[repeat('x', 100000)]),
  (array['boolean', 'uuid', 'jsonb', 'ARRAY'], '{}')
) as given (types, extreme), unnest(types) as data_type left join lateral unnest(extreme) as value on true;

select plan((3 + (select count(*) from writable join extremes using (data_type) where value is not null))::int);

select is_empty(
  'select distinct data_type from writable where data_type not in (select data_type from extremes)',
  'each type that somebody may write is tried'
);
select isnt(
  tap.attempt(caller, format('update public.%I set %I = %L where true', table_name, column_name, value)), 'done',
  format('%s.%s cannot be %s', table_name, column_name, left(value, 20))
)
from writable join extremes using (data_type) where value is not null;

select is(tap.attempt('olga', 'update public.user_copies set price = 0'), 'done', 'a price can be 0');
select is(tap.attempt('olga', 'update public.user_copies set price = 99999999.99'), 'done', 'a price can have eight digits');

select * from finish();
rollback;
