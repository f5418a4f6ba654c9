-- The names by which films are sorted. A rule makes them unless an admin gave others. They follow the title, the
-- language and the director for as long as they are those of the rule. The twin of the rule is in
-- domain/film/sort-names.ts.

create function private.sort_title(title text, language text) returns text
  language sql immutable parallel safe
  set search_path = ''
return (
  select coalesce(
    nullif(ltrim(regexp_replace(ltrim(title, signs), '^(?:' || string_agg(article, '|') || ')(?=.)', '', 'i'), signs), ''),
    title
  )
  from
    (values ('¡¿"''“”‘’«»…([*#!?.,:;–— -')) as opening (signs),
    (values
      ('English', 'the |an? '),
      ('French', 'les? |la |une? |l[''’]'),
      ('Italian', 'il |lo |la |i |gli |le |uno? |una |l[''’]|un[''’]'),
      ('Spanish', 'el |los? |las? |una? '),
      ('Portuguese', 'os? |as? |uma? '),
      ('German', 'der |die |das |eine? '),
      ('Dutch', 'de |het |een '),
      ('Swedish', 'en |ett |den |det |de '),
      ('Danish', 'en |et |den |det |de '),
      ('Norwegian', 'en |et |den |det |de '),
      ('Hungarian', 'az? |egy ')
    ) as articles (of_language, article)
  where of_language = any (array_prepend('English', string_to_array(language, ', ')))
  group by signs
);

create function private.sort_director(director text) returns text
  language sql immutable parallel safe
  set search_path = ''
return (
  select case
    when surname is null or surname = first or first ~ '^[A-Z][a-z]+ [A-Z][a-z]+-[a-z]+$' then first
    else surname || ', ' || rtrim(left(first, -length(surname)))
  end
  from
    (select coalesce(nullif(regexp_replace(director, '(?:,? and |, ).*$', ''), ''), director) as first) as of_several,
    lateral (
      select substring(
        first,
        '(?:^| )((?:(?:De|Del|Della|Di|Da|Do|Dos|Du|La|Le|El|Van|Von|St\.|de|del|della|di|da|do|dos|du|la|le|el) )*[^ ]+(?: (?:Jr\.|Sr\.|II|III))?)$'
      ) as surname
    ) as named
);

create function private.complete_sort_names() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if new.sort_title = old.sort_title
      and old.sort_title = private.as_line(private.sort_title(old.title, old.language))
    then
      new.sort_title := null;
    end if;
    if new.sort_director = old.sort_director
      and old.sort_director = private.as_line(private.sort_director(old.director))
    then
      new.sort_director := null;
    end if;
  end if;
  -- A title that is not one line is refused by its own check.
  new.sort_title := coalesce(
    nullif(new.sort_title, ''), private.as_line(private.sort_title(new.title, new.language))
  );
  new.sort_director := coalesce(
    nullif(new.sort_director, ''), private.as_line(private.sort_director(new.director))
  );
  return new;
end
$$;

revoke execute on function private.sort_title, private.sort_director from public;
grant execute on function private.sort_title, private.sort_director to authenticated, service_role;

-- The names put them before the trigger that counts the revision. Taking an update back sets all columns of a thousand films.
create trigger films_complete_sort_names before insert on public.films
  for each row execute function private.complete_sort_names();
create trigger films_complete_sort_names_of_changed before update on public.films
  for each row when (
    (old.title, old.language, old.director, old.sort_title, old.sort_director)
    is distinct from (new.title, new.language, new.director, new.sort_title, new.sort_director)
  ) execute function private.complete_sort_names();

-- Nobody changed these films: the upgrade is neither in their history nor in their revision.
alter table public.films disable trigger user;
update public.films set
  sort_title = private.as_line(private.sort_title(title, language)),
  sort_director = private.as_line(private.sort_director(director))
where sort_title is null or sort_director is null;
alter table public.films enable trigger user;

-- One index for each sort, as for those of films.sql.
create index films_by_sort_title on public.films (sort_title, spine);
create index films_by_sort_director on public.films (sort_director, spine);
create index films_on_laserdisc_by_sort_title on public.films (sort_title, spine) where laserdisc;
create index films_on_laserdisc_by_sort_director on public.films (sort_director, spine) where laserdisc;
create index films_in_4k_by_sort_title on public.films (sort_title, spine) where bluray_4k;
create index films_in_4k_by_sort_director on public.films (sort_director, spine) where bluray_4k;
