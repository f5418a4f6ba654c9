-- Dates of a day, a month or a year.
begin;
select plan(6);

create temporary table dates (value text, is_valid boolean);
insert into dates values
  ('2026', true), ('1870', true), ('2100', true), ('2026-11', true), ('2026-11-23', true), ('2024-02-29', true),
  ('1869', false), ('2101', false), ('26', false), ('2026-13', false), ('2026-00', false), ('2026-11-31', false),
  ('2023-02-29', false), ('2026-11-00', false), ('2026-1', false), ('2026-11-23T10:00', false), (' 2026', false),
  ('20261123', false), (E'2026\n', false), ('', false);

select is_empty(
  'select * from dates where private.is_partial_date(value) <> is_valid',
  'a day, a month and a year are dates if the calendar has them'
);
select is(private.is_partial_date(null), null, 'null is returned for null');
select results_eq(
  $$select value from (values ('2026-11-23'), ('2026'), ('2025-12-31'), ('2026-11'), ('2026-12'), (null)) as given (value)
    order by value collate "C"$$,
  $$values ('2025-12-31'), ('2026'), ('2026-11'), ('2026-11-23'), ('2026-12'), (null)$$,
  'in order, a year stands before its months, a month before its days, and an unknown date last'
);
select is(private.is_note(E'Two\nlines\tand a tab'), true, 'a note has several lines');
select is(private.is_note(E'\u0001'), false, 'a note has no control characters');
select is(private.trimmed(E' \r\n one\r\ntwo\n '), E'one\ntwo', 'white space at the ends is removed, and line ends become \n');

select * from finish();
rollback;
