import { formatCount } from '../../../domain/film/format-count.ts'
import { FORMAT_LABELS, FORMATS } from '../../../domain/film/formats.ts'
import { type GiftWish, type GiftWishlist, giftTitle } from '../../../domain/film/gift-wishlist.ts'
import { OutOfPrint } from '../../ui/disc/out-of-print.tsx'
import { Ticket } from '../../ui/disc/ticket.tsx'
import styles from './gift-list.module.css'

/** The heading of a wishlist that somebody gave the link of. */
export function GiftHeading({ username, wishes }: GiftWishlist) {
  const count = wishes.length
  return (
    <header className={styles.heading}>
      <h1 className={styles.title}>{giftTitle(username)}</h1>
      <p className={styles.sentence}>
        {count === 0
          ? `${username} has an empty wishlist.`
          : `${username} wishes for ${formatCount(count)} ${count === 1 ? 'title' : 'titles'}, the most wanted first.`}
      </p>
    </header>
  )
}

/** The formats in which a film is wished for, those out of print marked, and how much it is wanted. */
export function GiftFormats({ wish }: { wish: GiftWish }) {
  const wanted = FORMATS.filter((format) => wish[`wants_${format}`])
  const isAny = wanted.length === 0
  const shown = isAny ? FORMATS.filter((format) => wish[format]) : wanted
  return (
    <div className={styles.wish}>
      {wish.priority !== null && <span className={styles.note}>Priority {wish.priority}</span>}
      {isAny && <span className={styles.note}>{shown.length === 1 ? 'On' : 'Any of'}</span>}
      <ul className={styles.formats} aria-label="Formats wished for">
        {shown.map((format) => (
          <li key={format} className={styles.format}>
            <Ticket outOfPrint={wish[`${format}_oop`]}>{FORMAT_LABELS[format]}</Ticket>
            {wish[`${format}_oop`] && <OutOfPrint />}
          </li>
        ))}
      </ul>
    </div>
  )
}
