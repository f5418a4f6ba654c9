import { type KeyboardEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react'
import type { IndexedFilm } from '../../../../domain/import/match/catalogue-index.ts'
import type { EntryDisc } from '../../../../domain/import/quick/entry-discs.ts'
import type { Piece } from '../../../../domain/import/quick/parse-entry.ts'
import styles from './entry-field.module.css'

const PLACEHOLDER = '1-10, 52 bd, 97 4k, seven samurai dvd'

/** A piece of the text with the discs that it names. */
export interface Entry {
  piece: Piece
  discs: readonly EntryDisc[]
}

interface Props {
  ref: Ref<HTMLTextAreaElement>
  text: string
  entries: readonly Entry[]
  onChange: (text: string) => void
  onChoose: (piece: Piece, film: IndexedFilm) => void
  renderPlate: (spine: number) => ReactNode
  /** Ctrl+Enter or Command+Enter. */
  onSubmit: () => void
}

/** A text with its pieces underlined: solid where one is impossible, dotted where it may be several films. */
export function EntryField({ ref, text, entries, onChange, onChoose, renderPlate, onSubmit }: Props) {
  const id = useId()
  const mirror = useRef<HTMLDivElement>(null)
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(-1)
  const [closedAt, setClosedAt] = useState<string>()
  const current = entries.find(({ piece }) => caret >= piece.start && caret <= piece.end)?.piece
  const open = current && current.candidates.length > 0 && closedAt !== text ? current : undefined
  const option = (index: number) => `${id}-option-${index}`

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return onSubmit()
    }
    if (!open) return
    const last = open.candidates.length - 1
    const chosen = open.candidates[active]
    if (event.key === 'ArrowDown') setActive(active >= last ? 0 : active + 1)
    else if (event.key === 'ArrowUp' && active >= 0) setActive(active - 1)
    else if (event.key === 'Enter' && chosen) choose(open, chosen)
    else if (event.key === 'Escape') setClosedAt(text)
    else return
    event.preventDefault()
  }

  function choose(piece: Piece, film: IndexedFilm) {
    setActive(-1)
    setClosedAt(undefined)
    onChoose(piece, film)
  }

  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        Spine numbers, ranges and titles, each with a format if you like
      </label>
      <div className={text.length > 300 ? `${styles.box} ${styles.long}` : styles.box}>
        <div ref={mirror} className={styles.mirror} aria-hidden="true">
          {underlined(text, entries)}
        </div>
        <div className={styles.mirror} aria-hidden="true">
          {PLACEHOLDER}
        </div>
        <textarea
          ref={ref}
          id={id}
          className={styles.text}
          rows={1}
          value={text}
          placeholder={PLACEHOLDER}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-controls={open ? `${id}-list` : undefined}
          aria-activedescendant={open && active >= 0 ? option(active) : undefined}
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => {
            setActive(-1)
            setCaret(currentTarget.selectionStart)
            onChange(currentTarget.value)
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onScroll={({ currentTarget }) => {
            if (mirror.current) mirror.current.scrollTop = currentTarget.scrollTop
          }}
          onKeyDown={press}
        />
      </div>
      {open ? (
        <div id={`${id}-list`} className={styles.list} role="listbox" aria-label={`Films for ${open.text}`}>
          {open.candidates.map((film, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
            <div
              key={film.id}
              id={option(index)}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              className={styles.option}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(open, film)}
            >
              <span className={styles.plate}>{renderPlate(film.spine)}</span>
              <span className={styles.title}>{film.title}</span>
              <span className={styles.year}>{film.year}</span>
            </div>
          ))}
          <span className={styles.keys} aria-hidden="true">
            <kbd>↓</kbd> <kbd>↵</kbd>
          </span>
        </div>
      ) : null}
      <p id={`${id}-hint`} className={open ? `${styles.hint} ${styles.covered}` : styles.hint}>
        A comma or a new line ends a piece. Links, IMDb ids and lists of titles can be pasted. Ctrl and Enter
        add.
      </p>
    </div>
  )
}

/** The text in parts, with the pieces that are not clear underlined. */
function underlined(text: string, entries: readonly Entry[]) {
  const parts = []
  let at = 0
  for (const { piece, discs } of entries) {
    const isFaulty = piece.fault !== undefined || discs.some(({ state }) => state === 'missing')
    const look = piece.candidates.length > 0 ? styles.several : isFaulty ? styles.faulty : undefined
    if (!look) continue
    parts.push(
      text.slice(at, piece.start),
      <span key={piece.start} className={look}>
        {text.slice(piece.start, piece.end)}
      </span>,
    )
    at = piece.end
  }
  // A text that ends in a line break has one more line.
  parts.push(text.slice(at), '\u200b')
  return parts
}
