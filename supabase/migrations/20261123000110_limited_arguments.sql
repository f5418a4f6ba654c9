-- The limits of what a function is given. Anybody may send anything, so each text, list and JSON argument of a function of the
-- API is limited before it is used: an argument within the limits is returned as it is, and any other is refused.
-- test/contract/rest/limited-arguments.test.ts finds an argument without a limit.

-- A text, such as a name or the words of a search.
create function private.limited(given text) returns text
  language plpgsql immutable parallel safe
  set search_path = ''
as $$
begin
  if octet_length(given) > 4000 then
    raise program_limit_exceeded using message = 'A text is too long.', hint = 'Send at most 1,000 characters.';
  end if;
  return given;
end
$$;

-- A list of the values of a filter.
create function private.limited(given anyarray, most integer default 20) returns anyarray
  language plpgsql immutable parallel safe
  set search_path = ''
as $$
begin
  if cardinality(given) > most then
    raise program_limit_exceeded using message = format('A list has at most %s values.', most), hint = 'Send fewer values.';
  end if;
  if pg_column_size(given) > 32768 then
    raise program_limit_exceeded using message = 'The texts of a list are too long.', hint = 'Send shorter texts.';
  end if;
  return given;
end
$$;

-- Filters as JSON, whose lists may be at any depth.
create function private.limited(given jsonb) returns jsonb
  language plpgsql immutable parallel safe
  set search_path = ''
as $$
begin
  if pg_column_size(given) > 32768 then
    raise program_limit_exceeded using message = 'The filters are too long.', hint = 'Send fewer or shorter values.';
  end if;
  if jsonb_path_exists(given, 'strict $.** ? (@.type() == "array" && @.size() > 20)') then
    raise program_limit_exceeded using message = 'A filter has at most 20 values.', hint = 'Send fewer values.';
  end if;
  return given;
end
$$;

revoke execute on function private.limited(text), private.limited(anyarray, integer), private.limited(jsonb) from public;
grant execute on function private.limited(text), private.limited(anyarray, integer), private.limited(jsonb)
  to anon, authenticated, service_role;
