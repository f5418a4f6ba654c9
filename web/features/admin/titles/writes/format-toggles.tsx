import { useQueryClient } from '@tanstack/react-query'
import { type Flag, FORMAT_LABELS, FORMATS } from '../../../../../domain/film/formats.ts'
import { Ticket } from '../../../../ui/page/ticket.tsx'
import { useOwnersQuestion } from '../../confirm-format-removal.tsx'
import type { Title } from '../../titles-query.ts'
import styles from './format-toggles.module.css'
import { toggleFlag } from './toggle-flag.ts'

/** A ticket for each format a film may have, and for each that it has a stamp for being out of print. */
export function FormatToggles({ title }: { title: Title }) {
  const cache = useQueryClient()
  const { ask, question } = useOwnersQuestion()
  const toggle = (flag: Flag) => () => void toggleFlag(cache, title, { flag, on: !title[flag] }, ask)
  return (
    <div className={styles.formats}>
      {FORMATS.map((format) => {
        const label = FORMAT_LABELS[format]
        const outOfPrint = `${format}_oop` as const
        return (
          <div key={format} className={styles.format}>
            <label className={styles.toggle}>
              <input
                type="checkbox"
                aria-label={`${label} of ${title.title}`}
                checked={title[format]}
                onChange={toggle(format)}
              />
              <Ticket printed={title[format]}>{label}</Ticket>
            </label>
            {title[format] && (
              <label className={styles.toggle}>
                <input
                  type="checkbox"
                  aria-label={`${label} of ${title.title} is out of print`}
                  checked={title[outOfPrint]}
                  onChange={toggle(outOfPrint)}
                />
                <span className={styles.stamp}>OOP</span>
              </label>
            )}
          </div>
        )
      })}
      {question}
    </div>
  )
}
