import type { ReactNode, RefObject } from 'react'
import { formatPartialDate } from '../../../../domain/dates/partial-date.ts'
import { FORMAT_LABELS, FORMAT_NAMES } from '../../../../domain/film/formats.ts'
import { formatPrice } from '../../../../domain/money/price.ts'
import { EditButton } from '../../../ui/button/edit-button.tsx'
import dot from '../../../ui/disc/queued-dot.module.css'
import { Ticket } from '../../../ui/disc/ticket.tsx'
import type { Copy } from '../details/details.ts'
import styles from './copies.module.css'
import { CONDITIONS, priceOf } from './copy.ts'

interface Props {
  copy: Copy
  /** Whether the copy waits for a connection. */
  isQueued: boolean
  button: RefObject<HTMLButtonElement | null>
  onEdit: () => void
}

/** A copy in one row: what is noted of it, and below its note. On a phone the facts are one sentence. */
export function CopyRow({ copy, isQueued, button, onEdit }: Props) {
  const price = priceOf(copy)
  const condition = [
    copy.condition && CONDITIONS[copy.condition],
    copy.slipcover === true && 'with slipcover',
    copy.slipcover === false && 'no slipcover',
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <li className={styles.copy}>
      <span
        className={isQueued ? `${styles.ticket} ${dot.queued}` : styles.ticket}
        title={isQueued ? 'Not sent yet' : undefined}
      >
        <Ticket printed>
          <span aria-hidden="true">{FORMAT_LABELS[copy.format]}</span>
          <span className="visually-hidden">{FORMAT_NAMES[copy.format]}</span>
        </Ticket>
      </span>
      <div className={styles.facts}>
        <Fact label="Bought on">
          {copy.acquired_on && formatPartialDate(copy.acquired_on)}
          {copy.store && <span className={styles.more}>at {copy.store}</span>}
        </Fact>
        <Fact label="Price">{price && formatPrice(price)}</Fact>
        <Fact label="Condition">{condition}</Fact>
        <Fact label="Shelf">{copy.place}</Fact>
        <Fact label="Lent to" labelClass={styles.lentTo}>
          {copy.lent_to && <b>{copy.lent_to}</b>}
          {copy.lent_on && <span className={styles.more}>since {formatPartialDate(copy.lent_on)}</span>}
        </Fact>
      </div>
      <EditButton
        ref={button}
        label={`Edit the copy on ${FORMAT_NAMES[copy.format]}${copy.acquired_on ? `, bought ${formatPartialDate(copy.acquired_on)}` : ''}`}
        onClick={onEdit}
      />
      {copy.note && <p className={styles.note}>{copy.note}</p>}
    </li>
  )
}

/** A fact with its label, which only screen readers need below the heads of the columns. */
function Fact({
  label,
  labelClass = 'visually-hidden',
  children,
}: {
  label: string
  labelClass?: string | undefined
  children: ReactNode
}) {
  const isKnown = Array.isArray(children) ? children.some(Boolean) : Boolean(children)
  if (!isKnown)
    return (
      <span className={styles.unknown} aria-hidden="true">
        —
      </span>
    )
  return (
    <span className={styles.fact}>
      <span className={labelClass}>{label} </span>
      {children}
    </span>
  )
}
