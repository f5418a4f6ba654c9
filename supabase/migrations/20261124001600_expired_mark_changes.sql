-- As before (mark_changes.sql), but rows are only deleted where one has expired, which the index shows at once. Once the
-- table had statistics, the deletion without a match read all rows of its person, for each mark that was written.
create or replace function private.delete_expired_mark_changes() returns void
  language plpgsql volatile security definer
  set search_path = ''
as $$
begin
  if not exists (
    select from private.mark_changes where user_id = auth.uid() and changed_at < now() - interval '90 days'
  ) then
    return;
  end if;
  delete from private.mark_changes where user_id = auth.uid() and (film_id, list) in (
    select film_id, list from private.mark_changes
    where user_id = auth.uid() and changed_at < now() - interval '90 days'
    for update skip locked
  );
end
$$;
