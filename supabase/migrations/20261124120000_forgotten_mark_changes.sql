-- Changes that are too old to matter are forgotten whenever a person changes another row, and not only when marks that
-- were made without a network are sent: who is always online never sends any.

create index mark_changes_by_age on private.mark_changes (user_id, changed_at);

-- As before, but what another change of the same person holds at this moment is passed over: two that waited for each
-- other's rows would never end.
create or replace function private.forget_old_mark_changes() returns void
  language sql volatile security definer
  set search_path = ''
as $$
  delete from private.mark_changes where user_id = auth.uid() and (film_id, list) in (
    select film_id, list from private.mark_changes
    where user_id = auth.uid() and changed_at < now() - interval '90 days'
    for update skip locked
  )
$$;

create function private.forget_after_mark_change() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  perform private.forget_old_mark_changes();
  return null;
end
$$;

-- A row that is changed again takes no more room: only one that is new makes room.
create trigger mark_changes_forget after insert on private.mark_changes
  for each row execute function private.forget_after_mark_change();
