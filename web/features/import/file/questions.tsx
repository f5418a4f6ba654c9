import { type KeyboardEvent, memo, type ReactNode, startTransition, useId, useRef, useState } from 'react'
import { formatCount } from '../../../../domain/film/format-count.ts'
import type { IndexedFilm } from '../../../../domain/import/match/catalogue-index.ts'
import type { Question } from '../../../../domain/import/match/match-lists.ts'
import type { Choices } from '../../../../domain/import/plan/plan.ts'
import { Button } from '../../../ui/button/button.tsx'
import { TextButton } from '../../../ui/button/text-button.tsx'
import type { Films } from '../catalogue-query.ts'
import { Step } from '../step.tsx'
import { QUESTIONS_ID } from './found.tsx'
import styles from './questions.module.css'

interface Props {
  questions: readonly Question[]
  films: Films
  answers: Choices['answers']
  onAnswer: (answers: Choices['answers']) => void
  renderCover: (film: IndexedFilm) => ReactNode
  renderStars: (rating: number) => ReactNode
}

const SHOWN_FIRST = 6
const SHOWN_MORE = 40

/** The rows that fit more than one title, or not quite: each with its candidates as covers. */
export function Questions({ questions, films, answers, onAnswer, renderCover, renderStars }: Props) {
  const [shown, setShown] = useState(SHOWN_FIRST)
  const list = useRef<HTMLDivElement>(null)
  const answersNow = useRef(answers)
  answersNow.current = answers
  const single = questions.filter(({ key, candidates }) => candidates.length === 1 && !answers.has(key))
  const rest = questions.length - shown
  const [answer] = useState(
    () => (key: string, filmId: number | null) => onAnswer(new Map(answersNow.current).set(key, filmId)),
  )

  return (
    <Step
      heading="To check"
      text={`${formatCount(questions.length)} ${questions.length === 1 ? 'title fits' : 'titles fit'} more than one film, or not quite. What you leave open is left out.`}
    >
      <div id={QUESTIONS_ID} className={styles.questions} ref={list} tabIndex={-1}>
        {questions.slice(0, shown).map((question) => (
          <QuestionRow
            key={question.key}
            question={question}
            films={films}
            answer={answers.get(question.key)}
            onAnswer={answer}
            renderCover={renderCover}
            renderStars={renderStars}
          />
        ))}
      </div>
      <div className={styles.foot}>
        {rest > 0 && (
          <TextButton onClick={() => startTransition(() => setShown(shown + SHOWN_MORE))}>
            Show{' '}
            {rest > SHOWN_MORE ? `${SHOWN_MORE} more of the other ${formatCount(rest)}` : `the other ${rest}`}
          </TextButton>
        )}
        {single.length > 1 && (
          <Button
            small
            onClick={() =>
              onAnswer(
                new Map([
                  ...answers,
                  ...single.map(({ key, candidates }) => [key, candidates[0]?.filmId ?? null] as const),
                ]),
              )
            }
          >
            Take the only title for {formatCount(single.length)} of them
          </Button>
        )}
        <p className={styles.keys}>
          Keys: <kbd>↑</kbd> <kbd>↓</kbd> row, <kbd>1</kbd>–<kbd>3</kbd> choose, <kbd>0</kbd> none
        </p>
      </div>
    </Step>
  )
}

interface RowProps {
  question: Question
  films: Films
  answer: number | null | undefined
  onAnswer: (key: string, filmId: number | null) => void
  renderCover: (film: IndexedFilm) => ReactNode
  renderStars: (rating: number) => ReactNode
}

const QuestionRow = memo(function QuestionRow({
  question,
  films,
  answer,
  onAnswer,
  renderCover,
  renderStars,
}: RowProps) {
  const id = useId()
  const { key, row, rows, candidates } = question
  const rating = ratingIn(question)

  function press(event: KeyboardEvent<HTMLFieldSetElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const chosen = /^[1-3]$/.test(event.key) ? candidates[Number(event.key) - 1]?.filmId : undefined
    if (chosen !== undefined) onAnswer(key, chosen)
    else if (event.key === '0') onAnswer(key, null)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      focusRow(event.currentTarget, event.key === 'ArrowDown')
    else return
    event.preventDefault()
  }

  return (
    <fieldset className={styles.row} onKeyDown={press}>
      <legend className={styles.legend}>
        <span className={styles.line}>
          Row {row.line}
          {rows > 1 && ` and ${rows - 1} more`}
        </span>
        <span className={styles.title}>{row.title ?? row.letterboxd ?? 'No title'}</span>
        <span className={row.year === undefined ? `${styles.year} ${styles.missing}` : styles.year}>
          {row.year ?? 'no year'}
        </span>
        {row.director && <span className={styles.director}>{row.director}</span>}
        {rating !== undefined && <span className={styles.stars}>{renderStars(rating)}</span>}
      </legend>
      <div className={styles.candidates}>
        {candidates.map(({ filmId, why }, at) => {
          const film = films.get(filmId)
          if (!film) return null
          return (
            <label key={filmId} className={styles.candidate}>
              <span className={styles.cover}>{renderCover(film)}</span>
              <input
                type="radio"
                className={styles.radio}
                name={id}
                checked={answer === filmId}
                onChange={() => onAnswer(key, filmId)}
                aria-keyshortcuts={String(at + 1)}
              />
              <span>
                <span className={styles.film}>{film.title}</span>
                <span className={styles.byline}>
                  {film.year} · {film.director}
                </span>
                {why && <span className={styles.why}>{why}</span>}
              </span>
            </label>
          )
        })}
      </div>
      <label className={styles.none}>
        <input
          type="radio"
          className={styles.radio}
          name={id}
          checked={answer === null}
          onChange={() => onAnswer(key, null)}
          aria-keyshortcuts="0"
        />
        <span className={styles.film}>None of them</span>
      </label>
    </fieldset>
  )
})

/** The rating that the file gives the film: of the last list that has one. */
function ratingIn({ entries }: Question): number | undefined {
  return entries.flatMap(({ details = [] }) => details).findLast(({ rating }) => rating !== undefined)?.rating
}

/** Moves the focus to the chosen answer of the next or previous row, or its first. */
function focusRow(from: HTMLFieldSetElement, isNext: boolean): void {
  const row = isNext ? from.nextElementSibling : from.previousElementSibling
  const input = row?.querySelector<HTMLInputElement>('input:checked') ?? row?.querySelector('input')
  input?.focus()
}
