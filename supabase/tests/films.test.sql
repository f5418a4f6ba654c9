begin;

-- The rules for films, and how films are searched and sorted.
select plan(37);

select throws_ok($$insert into public.films (spine, title, director) values (1, 'a', 'b')$$, '23505', null,
  'a spine is unique');
select throws_ok($$insert into public.films (spine, title, director) values (0, 'a', 'b')$$, '23514', null,
  'spine zero is refused');
select throws_ok($$insert into public.films (spine, title, director) values (5000, ' ', 'b')$$, '23514', null,
  'a blank title is refused');
select throws_ok($$insert into public.films (spine, title, director) values (5000, 'a', '')$$, '23514', null,
  'an empty director is refused');
select throws_ok($$insert into public.films (spine, title, director, year) values (5000, 'a', 'b', 3000)$$, '23514',
  null, 'a year out of range is refused');
select throws_ok(
  $$insert into public.films (spine, title, director, ebay_link) values (5000, 'a', 'b', 'javascript:alert(1)')$$,
  '23514', null, 'a link that is not a web address is refused');
select throws_ok(
  $$insert into public.films (spine, title, director, box_art_url) values (5000, 'a', 'b', 'data:text/html,x')$$,
  '23514', null, 'box art that is not a web address is refused');

select throws_like(
  format($$insert into public.films (spine, title, director, country, imdb_link) values (%s, %L, %L, %L, %L)$$,
    coalesce(part ->> 'spine', '5000'), coalesce(part ->> 'title', 'a'), coalesce(part ->> 'director', 'b'),
    part ->> 'country', part ->> 'imdb_link'),
  '%films_' || (select jsonb_object_keys(part)) || '_check%', 'the column''s check refuses ' || left(part::text, 40)
) from unnest(array[
  '{"spine": 1000000000}', '{"spine": -1}', '{"title": " a"}', '{"title": "a\u00a0"}', '{"title": "a\nb"}',
  '{"director": "a\tb"}', '{"director": "a\ufffd"}', '{"country": ""}', '{"imdb_link": "http://"}',
  '{"imdb_link": "https://x/a b"}', '{"imdb_link": " "}', jsonb_build_object('title', repeat('x', 501)),
  jsonb_build_object('imdb_link', 'https://' || repeat('x', 1993))
]::jsonb[]) as part;
select lives_ok(
  format($$insert into public.films (spine, title, director, country, imdb_link) values (999999999, %L, 'b', null, %L)$$,
    repeat('👩', 500), 'HTTPS://' || repeat('x', 1992)),
  'the longest values are accepted, and an emoji counts as one character'
);
select is(private.as_line(e'\u00a0 a\n\nb \t'), 'a b', 'as_line turns any text into one line');
select is(private.as_line(e'\n \ufffd'), null, 'as_line returns null if nothing is left');

insert into public.films (spine, title, director, product_url, box_art_url, imdb_link, letterboxd_link, wikipedia_link,
  bluray_com_link, amazon_link, ebay_link)
values (5010, 'a', 'b', '', '', '', '', '', '', '', 'https://x');
select is(
  (select num_nulls(product_url, box_art_url, imdb_link, letterboxd_link, wikipedia_link, bluray_com_link, amazon_link)
   from public.films where spine = 5010),
  7, 'an empty link is stored as null'
);
update public.films set ebay_link = '' where spine = 5010;
select is((select ebay_link from public.films where spine = 5010), null, 'an emptied link is stored as null');

-- A format can be out of print only while the film has it.

insert into public.films (spine, title, director, dvd, dvd_oop, bluray_oop) values (5001, 'a', 'b', true, true, true);
select is((select dvd_oop from public.films where spine = 5001), true, 'an available format can be out of print');
select is((select bluray_oop from public.films where spine = 5001), false, 'a missing format is never out of print');
update public.films set dvd = false where spine = 5001;
select is((select dvd_oop from public.films where spine = 5001), false,
  'turning a format off turns its out-of-print flag off');
update public.films set laserdisc_oop = true where spine = 5001;
select is((select laserdisc_oop from public.films where spine = 5001), false,
  'an out-of-print flag alone stays off');

-- The search text.

select is(private.fold('Ōzu'), 'ozu', 'accents fold');
select is(private.fold('8½'), '8 1/2', 'fractions fold');
select is(private.fold('ÆØŁ ß'), 'aeol ss', 'letters without decomposition fold');
select is(private.fold('Rosemary’s “Baby” – 100%_*\'), 'rosemary''s "baby" - 100٪ˍ∗∖',
  'quotes, dashes and pattern characters fold');
select is((select search from public.films where spine = 140), '8 1/2 federico fellini 140',
  'a film is found by title, director and spine');
select isnt_empty($$select from public.films where search like '%ozu%'$$, 'a folded word finds films');

-- The same natural sort order on every engine.

insert into public.films (spine, title, director) values (5002, 'éa', 'b'), (5003, 'Eb', 'b'), (5004, 'Zz', 'b');
select is(
  (select string_agg(title, ' ' order by title, spine) collate "default" from public.films
   where spine in (5001, 5002, 5003, 5004)),
  'a éa Eb Zz',
  'accents and case only break ties in the sort order'
);

select results_eq(
  $$select count(*) from pg_indexes where schemaname = 'public' and tablename = 'films'
    and indexdef ~ '\((title|year|director|country), spine\)$'$$,
  $$values (4::bigint)$$,
  'each sort has an index with the spine as its second column'
);

select * from finish();
rollback;
