-- Dates of which a person may know the day, the month or only the year, and notes.

-- `2026-11-23`, `2026-11` or `2026`, as text: under the collation "C", a year stands before its months and a month before
-- its days. It answers null for null. The twin of this rule is in domain/dates/partial-date.ts.
create function private.is_partial_date(value text) returns boolean
  language sql immutable parallel safe
return case value ~ '^(18[7-9][0-9]|19[0-9]{2}|20[0-9]{2}|2100)(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$'
  when true then length(value) < 10 or right(value, 2)::integer <= date_part(
    'day', make_date(left(value, 4)::integer, substr(value, 6, 2)::integer, 1) + interval '1 month - 1 day'
  )
  when false then false
end;

-- Text of several lines. It answers null for null, as private.is_line does.
create function private.is_note(value text) returns boolean
  language sql immutable parallel safe
return
  length(value) between 1 and 5000
  and value !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\ufffd]'
  and value !~ '^[ \n\t\u00a0]|[ \n\t\u00a0]$';

-- What a form sends: without white space at its ends; null if nothing is left.
create function private.trimmed(value text) returns text
  language sql immutable parallel safe
return nullif(btrim(replace(value, chr(13) || chr(10), chr(10)), E' \n\t\u00a0'), '');
