-- One statement of a person changes at most 2,500 rows of what they track: while it runs, the embedded engine runs no other.
-- apply_marks, imports and their undo have limits of their own, and deletions that cascade have none.

create function private.limit_rows() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if auth.uid() is null or current_setting('tracking.applies_marks', true) = 'yes'
    or current_setting('tracking.imports', true) = 'yes'
  then
    return null;
  end if;
  if 2500 < (select count(*) from (select from touched limit 2501) as counted) then
    raise program_limit_exceeded using
      message = 'One request can change at most 2,500 rows.', hint = 'Send several requests for fewer rows each.';
  end if;
  return null;
end
$$;

-- The first name of the triggers after a statement, so that these do nothing for rows that are refused.
do $$
declare
  tracking text;
  operation text;
begin
  foreach tracking in array array[
    'user_ownership', 'user_wishlist', 'user_watched', 'user_sets', 'user_copies', 'user_viewings', 'user_wish_details'
  ] loop
    foreach operation in array array['insert', 'update', 'delete'] loop
      execute format(
        'create trigger %I after %s on public.%I referencing %s table as touched
         for each statement when (pg_trigger_depth() = 0) execute function private.limit_rows()',
        'a_limit_of_rows_' || operation, operation, tracking, case operation when 'delete' then 'old' else 'new' end
      );
    end loop;
  end loop;
end
$$;
