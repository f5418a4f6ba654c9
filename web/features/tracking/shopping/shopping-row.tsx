import { type ReactNode, useState } from 'react'
import { formatPartialDate } from '../../../../domain/dates/partial-date.ts'
import { FORMAT_LABELS, FORMAT_NAMES } from '../../../../domain/film/formats.ts'
import { formatPrice, parsePrice, typedPrice } from '../../../../domain/money/price.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Ticket } from '../../../ui/disc/ticket.tsx'
import { FilmLink } from '../../../ui/link/film-link.tsx'
import type { Wish } from '../details/details.ts'
import { PRIORITIES } from '../details/wish-texts.ts'
import type { DiscToBuy } from './disc-to-buy.ts'
import styles from './shopping-row.module.css'

interface Props {
  disc: DiscToBuy
  /** The spine number. */
  plate: ReactNode
  /** In the sale, as shown; undefined without a price. */
  salePrice: string | undefined
  currency: string
  onChange: (change: Partial<Wish>) => void
  onBought: () => void
}

/** A disc to buy: its priority and price can be changed, and it can be ticked off. */
export function ShoppingRow({ disc, plate, salePrice, currency, onChange, onBought }: Props) {
  const { wish, format, asked, listed } = disc
  const byline = [wish.director, wish.year].filter(Boolean).join(' · ')
  return (
    <li className={styles.row}>
      <span>{plate}</span>
      <span className={styles.names}>
        <FilmLink spine={wish.spine}>{wish.title}</FilmLink>
        <span className={styles.byline}>{byline}</span>
      </span>
      <span className={styles.ticket}>
        <Ticket outOfPrint={disc.isOutOfPrint}>
          <span aria-hidden="true">{FORMAT_LABELS[format]}</span>
          <span className="visually-hidden">{FORMAT_NAMES[format]}</span>
        </Ticket>
      </span>
      <select
        id={`priority-${wish.film_id}`}
        className={styles.priority}
        aria-label={`Priority of ${wish.title}`}
        value={wish.priority ?? ''}
        onChange={(event) =>
          onChange({ priority: event.target.value === '' ? null : Number(event.target.value) })
        }
      >
        {PRIORITIES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <PriceField
        // A new key resets the field when the price changes.
        key={asked ? typedPrice(asked) : ''}
        id={`price-${wish.film_id}`}
        title={wish.title}
        initial={wish.price !== null && asked ? typedPrice(asked) : ''}
        placeholder={asked ? typedPrice(asked) : 'Price'}
        note={listed && `${listed.source}, ${formatPartialDate(listed.as_of)}`}
        currency={currency}
        onChange={onChange}
      />
      <span className={styles.sale}>{salePrice ?? (asked ? formatPrice(asked) : '')}</span>
      <span className={styles.bought}>
        <Button small aria-label={`I bought ${wish.title} on ${FORMAT_NAMES[format]}`} onClick={onBought}>
          Bought
        </Button>
      </span>
    </li>
  )
}

interface PriceProps {
  id: string
  title: string
  initial: string
  placeholder: string
  /** The origin of the list price. */
  note: string | undefined
  currency: string
  onChange: (change: Partial<Wish>) => void
}

function PriceField({ id, title, initial, placeholder, note, currency, onChange }: PriceProps) {
  const [text, setText] = useState(initial)
  const price = parsePrice(text, currency)
  const isWrong = text.trim() !== '' && !price

  function save() {
    if (isWrong || text.trim() === initial.trim()) return
    onChange({ price: price?.amount ?? null, currency: price?.currency ?? null })
  }

  return (
    <span className={styles.price}>
      <input
        id={id}
        className={styles.input}
        aria-label={`Price of ${title}`}
        aria-invalid={isWrong || undefined}
        value={text}
        placeholder={placeholder}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => event.key === 'Enter' && save()}
      />
      {isWrong ? (
        <span className={styles.wrong} role="alert">
          Write a price such as 27.50
        </span>
      ) : (
        note && <span className={styles.note}>{note}</span>
      )}
    </span>
  )
}
