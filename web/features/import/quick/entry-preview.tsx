import { memo, type ReactNode, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { FORMAT_LABELS, FORMAT_NAMES, type Format } from '../../../../domain/film/formats.ts'
import type { IndexedFilm } from '../../../../domain/import/match/catalogue-index.ts'
import type { EntryDisc } from '../../../../domain/import/quick/entry-discs.ts'
import type { Piece } from '../../../../domain/import/quick/parse-entry.ts'
import { Ticket } from '../../../ui/disc/ticket.tsx'
import { useNearViewport } from '../../../ui/use-near-viewport.ts'
import type { Entry } from './entry-field.tsx'
import styles from './entry-preview.module.css'

interface Props {
  entries: readonly Entry[]
  renderCover: (film: IndexedFilm) => ReactNode
  onTake: (piece: Piece, from: Format, to: Format) => void
  onChoose: (piece: Piece, film: IndexedFilm) => void
}

/** How many discs are rendered at first, and whenever the end of them comes near: all at once would block the page. */
const PORTION = 40

/** The pieces of a quick entry, each with its discs as small covers. */
export const EntryPreview = memo(function EntryPreview({ entries, ...rest }: Props) {
  const [shown, setShown] = useState(PORTION)
  const portion: Entry[] = []
  let room = shown
  for (const { piece, discs } of entries) {
    if (room <= 0) break
    portion.push({ piece, discs: discs.slice(0, room) })
    room -= Math.max(discs.length, 1)
  }
  return (
    <>
      <ul className={styles.pieces} aria-label="What you entered">
        {portion.map(({ piece, discs }, index) => (
          <PieceItem
            key={piece.start}
            piece={piece}
            discs={discs}
            of={entries[index]?.discs.length ?? 0}
            {...rest}
          />
        ))}
      </ul>
      {room <= 0 && <End key={shown} onNear={() => startTransition(() => setShown(shown + PORTION))} />}
    </>
  )
})

/** The end of what is rendered. */
function End({ onNear }: { onNear: () => void }) {
  const element = useRef<HTMLDivElement>(null)
  const isNear = useNearViewport(element)
  const near = useEffectEvent(onNear)
  useEffect(() => {
    if (isNear) near()
  }, [isNear])
  return <div ref={element} />
}

interface PieceProps extends Omit<Props, 'entries'>, Entry {
  /** How many discs the piece has. */
  of: number
}

function PieceItem({ piece, discs, of, renderCover, onTake, onChoose }: PieceProps) {
  const refused = discs.find(({ state }) => state === 'missing')
  const isWrong = piece.fault !== undefined || refused !== undefined
  return (
    <li
      className={isWrong ? `${styles.piece} ${styles.wrong}` : styles.piece}
      data-wide={of > 4 || undefined}
    >
      <p className={styles.head}>
        <strong>{piece.text}</strong>
        {of > 1 && <span className={styles.count}>{of} discs</span>}
        {refused?.instead && (
          <button
            type="button"
            className={styles.take}
            onClick={() => refused.instead && onTake(piece, refused.format, refused.instead)}
          >
            Take {FORMAT_LABELS[refused.instead]}
          </button>
        )}
      </p>
      {piece.fault && <p className={styles.fault}>{piece.fault}</p>}
      {piece.films.length === 0 && piece.candidates.length > 0 && (
        <Candidates piece={piece} onChoose={onChoose} />
      )}
      <ul className={styles.discs}>
        {discs.map((disc) => (
          <Disc key={`${disc.film.id} ${disc.format}`} disc={disc} renderCover={renderCover} />
        ))}
      </ul>
    </li>
  )
}

function Candidates({ piece, onChoose }: Pick<Props, 'onChoose'> & { piece: Piece }) {
  return (
    <p className={styles.several}>
      {piece.candidates.length === 1 ? 'Is it ' : 'Which one? '}
      {piece.candidates.slice(0, 3).map((film) => (
        <button key={film.id} type="button" className={styles.take} onClick={() => onChoose(piece, film)}>
          {film.title} ({film.year})
        </button>
      ))}
    </p>
  )
}

const Disc = memo(function Disc({
  disc,
  renderCover,
}: {
  disc: EntryDisc
  renderCover: Props['renderCover']
}) {
  const { film, format, state, noneIn } = disc
  return (
    <li className={state === 'add' ? styles.disc : `${styles.disc} ${styles.dimmed}`}>
      <div className={styles.cover}>{renderCover(film)}</div>
      <p className={styles.words}>
        <span className="visually-hidden">
          {film.title}, {FORMAT_NAMES[format]}:{' '}
        </span>
        <span aria-hidden="true">
          <Ticket printed={state === 'add'}>{FORMAT_LABELS[format]}</Ticket>
        </span>
        {state === 'yours' && <span>yours already</span>}
        {state === 'missing' && <span className={styles.fault}>not out on {FORMAT_LABELS[format]}</span>}
        {state === 'add' && noneIn && <span className={styles.fault}>no {FORMAT_LABELS[noneIn]}</span>}
        {state === 'add' && !noneIn && <span className="visually-hidden">is added</span>}
      </p>
    </li>
  )
})
