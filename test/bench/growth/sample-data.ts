import type { Size } from './sizes.ts'

/** The number of the measured person; the next five people are admins. */
export const PERSON = 7
export const PASSWORD = 'as long as it is safe'

/** Returns an account's id by its number. Ids ascend, so that loading appends to the indexes. */
export function accountId(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
}

const ID_SQL = `('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`

/** Disables triggers and checks while loading; the rows that triggers would write are loaded separately. */
export const BEFORE = `
  set session_replication_role = replica;
  set synchronous_commit = off;
  set maintenance_work_mem = '512MB';
`

export const AFTER = `
  reset session_replication_role;
  reset synchronous_commit;
  reset maintenance_work_mem;
  analyze;
`

/** Indexes that rows enter in random order; creating them after loading takes a tenth of the time. */
export const INDEXES_BY_FILM = ['ownership', 'wishlist', 'watched', 'copies', 'viewings', 'wish_details'].map(
  (list) => ({
    drop: `drop index public.user_${list}_by_film`,
    create: `create index user_${list}_by_film on public.user_${list} (film_id, user_id)`,
  }),
)

/**
 * Returns SQL that adds films: titles from common words, directors from two people's names, and years, countries and
 * formats from the catalogue; some have no year and country. Each film has three single changes, and a tenth of them
 * are in each of the latest updates. One film in twenty is a box set of five, one in five has another id, one in two has
 * news, and each has a price.
 */
export function filmsSql({ films }: Size): string {
  return `
    create temp table known as
      select row_number() over (order by spine) - 1 as place, * from public.films;
    insert into public.films (
      spine, title, director, country, year, laserdisc, dvd, bluray, bluray_4k, product_url, box_art_url, imdb_link
    )
    select
      n,
      words[1 + n * 7 % 24] || ' ' || nouns[1 + n * 11 % 40] || ' of ' || nouns[1 + n * 13 % 37] ||
        case when n % 3 = 0 then ', Part ' || n % 9 + 1 else '' end,
      split_part(one.director, ' ', 1) || ' ' || regexp_replace(other.director, '^.* ', ''),
      one.country, least(one.year + n % 7, 2025), one.laserdisc, one.dvd, one.bluray, one.bluray_4k,
      'https://www.criterion.com/films/' || n, 'https://s3.amazonaws.com/criterion-production/films/' || md5(n::text),
      'https://www.imdb.com/title/tt' || lpad(n::text, 7, '0')
    from generate_series((select max(spine) from public.films) + 1, ${films}) as n
    join known one on one.place = n % (select count(*) from known)
    join known other on other.place = n * 17 % (select count(*) from known)
    cross join (select
      string_to_array('The A Last First Silent Red White Black Lost Golden Long Little Great Young Old Blue Broken Secret Wild Quiet Distant Second Burning Cold', ' ') as words,
      string_to_array('Night Day Garden River Sea House Street Train Winter Summer Autumn Spring Letter Song Dance Kiss Shadow Mirror Fire Rain Snow Wind City Village Mountain Road Bridge Window Door Table Flower Tree Bird Horse Dog Cat King Queen Soldier Thief', ' ') as nouns
    ) as vocabulary;
    update public.films set year = null, country = null where spine % 97 = 0;
    update public.films set
      sort_title = private.sort_title(title, language), sort_director = private.sort_director(director),
      aliases = case when spine % 5 = 0 then jsonb_build_object('imdb', jsonb_build_array('tt9' || spine)) end
    where sort_title is null;
    insert into public.film_aliases (film_id, kind, value)
    select id, 'imdb', 'tt9' || spine from public.films where aliases -> 'imdb' ->> 0 = 'tt9' || spine;

    insert into public.news (film_id, kind, format, happened_at)
    select id, 'format', 'bluray_4k', now() - interval '1 hour' * (${films} - spine)
    from public.films where spine % 2 = 0 order by spine;
    insert into public.film_prices (film_id, format, price, currency, as_of, source)
    select id, 'bluray', 39.95, 'USD', '2026-11', 'x' from public.films on conflict do nothing;

    insert into public.sets (title, film_id)
    select 'Set ' || n, (select id from public.films where spine = 1500 + 20 * n) from generate_series(1, ${films} / 20) as n;
    insert into public.set_films (set_id, position, film_id)
    select sets.id, place, films.id
    from (select id, row_number() over (order by id) as n from public.sets where title like 'Set %') as sets
    cross join generate_series(1, 5) as place
    join public.films on spine = 20 * n + place;

    insert into private.deleted_films select 100000000 + n from generate_series(1, 100) as n;

    insert into public.film_updates (id, name, made_by, made_at)
    select ${ID_SQL}, 'formats ' || n || '.csv', '${accountId(PERSON + 1)}', now() - n * interval '7 days'
    from generate_series(1, 20) as n;
    insert into public.film_changes (film_id, spine, title, operation, before, after, update_id, changed_by, changed_at, search)
    select films.id, spine, title, 'changed', '{"dvd": true}', '{"dvd": false}', made.id, made_by, made_at, search
    from public.film_updates made join public.films on spine % 10 = 5 where made.name like 'formats %' and made.made_at > now() - interval '30 days';
    insert into public.film_changes (film_id, spine, title, operation, before, after, changed_by, changed_at, search)
    select
      films.id, spine, title, 'changed', '{"dvd": true}', '{"dvd": false}', '${accountId(PERSON + 1)}',
      now() - (3 * spine + n) * interval '1 minute', search
    from generate_series(1, 3) as n, public.films;
  `
}

/**
 * Returns SQL that adds accounts by number, each with two sessions, and with marks spread over the catalogue.
 * @param passwordHash the hash of all accounts.
 */
export function accountsSql({ films, owned }: Size, from: number, to: number, passwordHash: string): string {
  const each = `from generate_series(${from}, ${to}) as n`
  /** Selects this number of different films per account, at equal steps from an offset that depends on the account. */
  const marked = (many: number, what: string) => `
    select ${what} ${each} cross join generate_series(0, ${many - 1}) as k
    join ids on place = (n::bigint * 7919 + k * ${Math.max(1, Math.floor(films / many))}) % ${films}`
  return `
    create temp table if not exists ids as select row_number() over (order by id) - 1 as place, id as film_id from public.films;
    create index if not exists ids_by_place on ids (place);
    create temp table if not exists loose as
    select row_number() over (order by id) - 1 as place, id from public.sets where film_id is null;
    insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_user_meta_data)
    select ${ID_SQL}, 'person-' || n || '@example.org', '${passwordHash}', now(),
      jsonb_build_object('username', 'person-' || n) ${each};
    insert into public.profiles (id, username) select ${ID_SQL}, 'person-' || n ${each};
    insert into public.user_roles (user_id, role) select ${ID_SQL}, 'admin' ${each} where n between ${PERSON + 1} and ${PERSON + 5};
    insert into auth.sessions (id, user_id, method, created_at, refreshed_at)
    select gen_random_uuid(), ${ID_SQL}, 'password', now() - n % 30 * interval '1 day', now() - n % 25 * interval '1 day'
    ${each}, generate_series(1, 2);
    insert into auth.refresh_tokens (token_hash, session_id, created_at, used_at)
    select md5(random()::text), sessions.id, refreshed_at, case when k > 1 then refreshed_at end
    from auth.sessions join generate_series(${from}, ${to}) as n on user_id = ${ID_SQL}, generate_series(1, 3) as k;
    insert into auth.one_time_tokens (user_id, purpose, token_hash, email, expires_at)
    select ${ID_SQL}, 'recovery', md5('token ' || n), 'person-' || n || '@example.org', now() + interval '1 hour'
    ${each};
    insert into auth.known_networks (user_id, network, signed_in_at)
    select ${ID_SQL}, sha256(convert_to('network ' || n || k, 'UTF8')), now() - n % 80 * interval '1 day'
    ${each}, generate_series(1, 3) as k;
    insert into auth.rate_limits (key, attempts, resets_at)
    select md5('limit ' || n), 1, now() + interval '5 minutes' ${each} where n % 10 = 0;
    insert into private.given_up_usernames (username, profile_id, given_up_at)
    select 'former-' || n, ${ID_SQL}, now() - interval '1 day' ${each};
    insert into public.user_ownership (user_id, film_id, owns_dvd, owns_bluray)
    ${marked(owned, `${ID_SQL}, film_id, k % 3 > 0, k % 3 = 0`)};
    insert into public.user_wishlist (user_id, film_id) ${marked(20, `${ID_SQL}, film_id`)};
    insert into public.user_watched (user_id, film_id) ${marked(40, `${ID_SQL}, film_id`)};
    insert into public.imports (user_id, id, name, formats, wishlisted, watched)
    select ${ID_SQL}, md5('import ' || n)::uuid, 'films.csv', 0, 0, 40 ${each};
    insert into private.import_marks (user_id, import_id, film_id, marks)
    ${marked(40, `${ID_SQL}, md5('import ' || n)::uuid, film_id, '{watched}'::text[]`)};
    insert into public.user_sets (user_id, set_id, owns_dvd)
    select ${ID_SQL}, id, true ${each} cross join generate_series(0, 2) as k
    join loose on place = (n::bigint * 7919 + k) % (select count(*) from loose);
    insert into public.user_copies (user_id, id, film_id, format, acquired_on, price, currency, place)
    ${marked(owned, `${ID_SQL}, md5('copy ' || n || ' ' || k)::uuid, film_id, 'dvd', '2026-11', 29.95, 'USD', 'Shelf 1'`)};
    insert into public.user_viewings (user_id, id, film_id, watched_on, rating, note)
    ${marked(40, `${ID_SQL}, md5('viewing ' || n || ' ' || k)::uuid, film_id, '2026-11-23', 8, 'A note'`)};
    insert into public.user_wish_details (user_id, film_id, note) ${marked(10, `${ID_SQL}, film_id, 'A note'`)};
    insert into public.gift_links (user_id, token) select ${ID_SQL}, md5('gift ' || n) ${each};
    insert into private.removed_details (user_id, id, kind, film_id, mark, contents)
    ${marked(2, `${ID_SQL}, md5('gone ' || n || ' ' || k)::uuid, 'copy', film_id, 'laserdisc', '{}'`)};
    insert into private.news_seen (user_id, news_id)
    select ${ID_SQL}, (select max(id) - 10 from public.news) ${each} where n % 2 = 0;
    insert into private.import_details (user_id, import_id, id)
    select ${ID_SQL}, md5('import ' || n)::uuid, md5('copy ' || n || ' 0')::uuid ${each};
    insert into private.mark_changes (user_id, film_id, list, changed_at)
    ${marked(20, `${ID_SQL}, film_id, 'user_wishlist', now() - interval '1 day'`)};
  `
}
