import { Bookmark, PackageCheck } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { FORMAT_LABELS, type Format } from '../../../domain/film/formats.ts'
import type { FilmList } from '../../features/catalogue/films/film-pages.ts'
import type { CatalogueFilm } from '../../features/catalogue/films/films-query.ts'
import type { View } from '../../features/catalogue/toolbar/view.ts'
import { FilmCover } from '../../features/film/card/film-cover.tsx'
import { factsText } from '../../features/film/page/facts-text.ts'
import { ReleaseTable } from '../../features/film/page/release-table.tsx'
import { useMark } from '../../features/tracking/marks/use-mark.ts'
import {
  answerText,
  boughtText,
  isWished,
  nextToBuy,
  ownedFormats,
  type ShopMarks,
} from '../../features/tracking/shop/answer-texts.ts'
import { useBuying, useShopMarks } from '../../features/tracking/shop/use-shop.ts'
import buttons from '../../ui/button/button.module.css'
import { Button } from '../../ui/button/button.tsx'
import dot from '../../ui/disc/queued-dot.module.css'
import { Ticket } from '../../ui/disc/ticket.tsx'
import { FilmLink } from '../../ui/link/film-link.tsx'
import styles from './shop-answer.module.css'
import { useFirstHit } from './use-first-hit.ts'

interface Props {
  list: FilmList<CatalogueFilm>
  view: View
  /** False while the route is still loading the films. */
  ready: boolean
  userId: string
  onSignedOut: () => void
}

/**
 * The answer to a search: what the person owns of its first hit, what is missing, and whether that is in print and on the
 * wishlist, with the releases and a button for the disc that was bought. It changes together with the list.
 */
export function ShopAnswer({ list, view, ready, userId, onSignedOut }: Props) {
  const { hit, isBusy } = useFirstHit(list, view, ready)
  const film = hit?.film
  return (
    <>
      <section
        className={[film && styles.answer, isBusy && styles.busy].filter(Boolean).join(' ')}
        aria-labelledby={film && 'answered'}
        aria-busy={isBusy}
      >
        {film && (
          <div className={styles.cover}>
            <FilmCover key={film.id} film={film} eager />
          </div>
        )}
        <div className={styles.words}>
          {film && (
            <>
              <h2 className={styles.title} id="answered">
                <FilmLink spine={film.spine}>{film.title}</FilmLink>
              </h2>
              <p className={styles.facts}>{factsText(film)}</p>
            </>
          )}
          {/* Always in the page, because a screen reader announces only changes of a region that is already there. */}
          <p className={film && styles.sentence} aria-live="polite" aria-atomic="true">
            {film && <Sentence film={film} userId={userId} />}
          </p>
        </div>
        {film && (
          <>
            <div className={styles.releases}>
              <Releases film={film} userId={userId} />
            </div>
            <div className={styles.actions}>
              <Actions key={film.id} film={film} userId={userId} onSignedOut={onSignedOut} />
            </div>
          </>
        )}
      </section>
      {hit?.hasOthers && <h2 className={styles.others}>Close to “{hit.q}”</h2>}
    </>
  )
}

/** The formats in an answer, which are not broken between lines: `the 4K`, `The Blu-ray`. */
const FORMATS_IN_TEXT = /([Tt]he (?:LaserDisc|DVD|Blu-ray|4K)\b)/

interface FilmProps {
  film: CatalogueFilm
  userId: string
}

function Sentence({ film, userId }: FilmProps) {
  const marks = useShopMarks(userId, film)
  if (!marks) return null
  return (
    <>
      <span className="visually-hidden">{film.title}: </span>
      {answerText(film, marks)
        .split(FORMATS_IN_TEXT)
        .map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no state
          <span key={index} className={index % 2 === 1 ? styles.unbroken : undefined}>
            {part}
          </span>
        ))}
    </>
  )
}

function Releases({ film, userId }: FilmProps) {
  const marks = useShopMarks(userId, film)
  const next = marks && nextToBuy(film, marks)
  // A wish for any format stands beside the one to buy.
  const isOnWishlist = (format: Format) =>
    marks && isWished(marks, format) && (marks.wished?.length !== 0 || format === next)
  return (
    <ReleaseTable
      isBrief
      film={film}
      renderTick={(format) => <OwnTicket film={film} format={format} userId={userId} marks={marks} />}
      renderWish={(format) => (
        <>
          {marks && ownedFormats(marks).includes(format) && 'You own it'}
          {isOnWishlist(format) && (
            <span className={styles.wish}>
              <Bookmark aria-hidden="true" fill="currentcolor" />
              On your wishlist
            </span>
          )}
        </>
      )}
    />
  )
}

function OwnTicket({
  film,
  format,
  userId,
  marks,
}: FilmProps & { format: Format; marks: ShopMarks | undefined }) {
  const [, , queued] = useMark(userId, film, format, () => {})
  return (
    <span
      className={queued ? `${styles.ticket} ${dot.queued}` : styles.ticket}
      title={queued ? 'Not sent yet' : undefined}
      aria-hidden="true"
    >
      <Ticket
        printed={marks?.owned.includes(format) ?? false}
        inSet={marks !== undefined && ownedFormats(marks).includes(format)}
        outOfPrint={film[`${format}_oop`]}
      >
        {FORMAT_LABELS[format]}
      </Ticket>
    </span>
  )
}

function Actions({ film, userId, onSignedOut }: FilmProps & { onSignedOut: () => void }) {
  const marks = useShopMarks(userId, film)
  const buy = useBuying(userId, film, marks, onSignedOut)
  const [bought, setBought] = useState<Format>()
  const next = marks && nextToBuy(film, marks)
  // Shown in place of the button: a second tap could press a button for another format there.
  const isBought = bought !== undefined && marks?.owned.includes(bought)

  function onBuy(format: Format, { currentTarget }: MouseEvent<HTMLElement>) {
    const link = currentTarget.nextElementSibling
    // The button that was pressed is gone.
    if (link instanceof HTMLElement) link.focus({ preventScroll: true })
    setBought(format)
    buy(format)
  }

  // Where the link stands depends on whether there is something to buy.
  if (!marks) return null
  return (
    <>
      {isBought ? (
        <span className={styles.bought}>
          <PackageCheck aria-hidden="true" strokeWidth={1.75} />
          Bought
        </span>
      ) : (
        next && (
          <Button look="solid" onClick={(event) => onBuy(next, event)}>
            {boughtText(next)}
          </Button>
        )
      )}
      <FilmLink spine={film.spine} className={`${buttons.button} ${buttons.outline}`}>
        Open
      </FilmLink>
    </>
  )
}
