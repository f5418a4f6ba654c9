import type { DiscPrice } from '../../../domain/csv/prices-csv.ts'
import type { Queryable } from '../../db/database.ts'

/** Replaces the prices by those of a file. Spines that the catalogue does not have are left out. */
export async function loadPrices(tx: Queryable, prices: readonly DiscPrice[]): Promise<void> {
  const given = `
    select film.id as film_id, one.format, one.price, one.currency, one.as_of, one.source
    from json_to_recordset($1) as one (
      spine integer, format text, price numeric, currency text, as_of text, source text
    )
    join public.films film on film.spine = one.spine`
  await tx.query(
    `delete from public.film_prices held
     where not exists (
       select from (${given}) as given where given.film_id = held.film_id and given.format = held.format
     )`,
    [JSON.stringify(prices)],
  )
  await tx.query(
    `insert into public.film_prices as held (film_id, format, price, currency, as_of, source) ${given}
     on conflict (film_id, format) do update set
       price = excluded.price, currency = excluded.currency, as_of = excluded.as_of, source = excluded.source
     where (held.price, held.currency, held.as_of, held.source)
       is distinct from (excluded.price, excluded.currency, excluded.as_of, excluded.source)`,
    [JSON.stringify(prices)],
  )
}
