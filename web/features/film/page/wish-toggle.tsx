import { Bookmark } from 'lucide-react'
import { FORMAT_NAMES, type Format } from '../../../../domain/film/formats.ts'
import styles from './wish-toggle.module.css'

interface Props {
  film: { title: string }
  format: Format
  wanted?: boolean
  disabled?: boolean
  onClick?: () => void
}

/** A bookmark, filled if a person wishes for a film in this format. */
export function WishToggle({ film, format, wanted = false, disabled = false, onClick }: Props) {
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-label={`Wish for ${film.title} on ${FORMAT_NAMES[format]}`}
      aria-pressed={wanted}
      disabled={disabled}
      onClick={onClick}
    >
      <Bookmark aria-hidden="true" strokeWidth={1.75} />
    </button>
  )
}
