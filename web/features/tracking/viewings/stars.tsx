import { Star } from 'lucide-react'
import { useId } from 'react'
import styles from './stars.module.css'
import { ratingText } from './viewing.ts'

const STARS = [1, 2, 3, 4, 5] as const

/** A rating as stars, with its words for screen readers. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className={styles.stars}>
      <Row rating={rating} />
      <span className="visually-hidden">{ratingText(rating)}</span>
    </span>
  )
}

interface Props {
  label: string
  /** In half stars; zero for none. */
  value: number
  onChange: (rating: number) => void
}

/** A slider of half stars: a click or a finger chooses on the stars, the arrow keys by half a star. */
export function StarsField({ label, value, onChange }: Props) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <span className={styles.choice}>
        <span className={styles.large}>
          <Row rating={value} />
          <input
            id={id}
            type="range"
            min={0}
            max={10}
            step={1}
            value={value}
            className={styles.slider}
            aria-valuetext={value === 0 ? 'No rating' : ratingText(value)}
            onChange={(event) => onChange(Number(event.target.value))}
          />
        </span>
        {value > 0 && (
          <button type="button" className={styles.clear} onClick={() => onChange(0)}>
            Clear
          </button>
        )}
      </span>
    </div>
  )
}

function Row({ rating }: { rating: number }) {
  return STARS.map((star) => (
    <span key={star} className={styles.star} aria-hidden="true">
      <Star strokeWidth={1.5} />
      {rating >= 2 * star - 1 && (
        <Star strokeWidth={1.5} className={rating >= 2 * star ? styles.whole : styles.half} />
      )}
    </span>
  ))
}
