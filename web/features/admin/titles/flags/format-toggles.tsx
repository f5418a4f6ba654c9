import { useQueryClient } from '@tanstack/react-query'
import { type Flag, FORMAT_LABELS, FORMATS } from '../../../../../domain/film/formats.ts'
import { Ticket } from '../../../../ui/disc/ticket.tsx'
import { useConfirmFormatRemoval } from '../../confirm-format-removal.tsx'
import type { AdminFilm } from '../../titles-query.ts'
import styles from './format-toggles.module.css'
import { toggleFlag } from './toggle-flag.ts'

/** A checkbox for each format, drawn as a ticket, and for each format that the film has one for out of print. */
export function FormatToggles({ film, className }: { film: AdminFilm; className: string | undefined }) {
  const cache = useQueryClient()
  const { confirm, dialog } = useConfirmFormatRemoval()
  const toggle = (flag: Flag) => () => void toggleFlag(cache, film, { flag, on: !film[flag] }, confirm)
  return (
    <div className={`${styles.formats} ${className}`}>
      {FORMATS.map((format) => {
        const label = FORMAT_LABELS[format]
        const outOfPrint = `${format}_oop` as const
        return (
          <div key={format} className={styles.format}>
            <label className={styles.toggle}>
              <input
                type="checkbox"
                aria-label={`${label} of ${film.title}`}
                checked={film[format]}
                onChange={toggle(format)}
              />
              <Ticket printed={film[format]}>{label}</Ticket>
            </label>
            {film[format] && (
              <label className={styles.toggle}>
                <input
                  type="checkbox"
                  aria-label={`${label} of ${film.title} is out of print`}
                  checked={film[outOfPrint]}
                  onChange={toggle(outOfPrint)}
                />
                <span className={styles.stamp}>OOP</span>
              </label>
            )}
          </div>
        )
      })}
      {dialog}
    </div>
  )
}
