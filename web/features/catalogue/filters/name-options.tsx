import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { fold } from '../../../../domain/search/fold.ts'
import styles from './name-options.module.css'
import { Option } from './option.tsx'

interface Props {
  /** By name, or by the keys of `labels`; undefined until they are known. */
  counts: Record<string, number> | undefined
  labels?: Record<string, string>
  chosen: readonly string[]
  /** The label of a field that finds options; without one there is none. */
  find?: string
  onChange: (chosen: string[]) => void
}

const FEW = 5
const STEP = 50
const NONE = {}

/** Options with names: those chosen first, then those with the most films, and the others on demand. */
export function NameOptions({ counts = NONE, labels, chosen, find, onChange }: Props) {
  const [shown, setShown] = useState(FEW)
  const [text, setText] = useState('')
  const labelOf = (key: string) => labels?.[key] ?? key
  const wanted = fold(text).trim()
  // There are hundreds of directors, and the panel renders again with each choice.
  const ordered = useMemo(() => orderedKeys(counts, labels), [counts, labels])
  const others = ordered.filter(
    (key) => !chosen.includes(key) && (wanted === '' || fold(labelOf(key)).includes(wanted)),
  )
  const more = others.length - shown
  return (
    <>
      {find !== undefined && (
        <label className={styles.find}>
          <Search aria-hidden="true" strokeWidth={1.75} />
          <input
            type="search"
            aria-label={find}
            placeholder={find}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
      )}
      {[...chosen, ...others.slice(0, shown)].map((key) => (
        <Option
          key={key}
          label={labelOf(key)}
          count={counts[key] ?? 0}
          checked={chosen.includes(key)}
          onChange={(on) => onChange(on ? [...chosen, key] : chosen.filter((other) => other !== key))}
        />
      ))}
      {wanted !== '' && others.length === 0 && <p className={styles.nothing}>Nothing matches.</p>}
      {more > 0 && (
        <button type="button" className={styles.more} onClick={() => setShown(shown + STEP)}>
          {more} more
        </button>
      )}
    </>
  )
}

/** The options that leave a film, those with the most films first. */
function orderedKeys(counts: Record<string, number>, labels?: Record<string, string>): string[] {
  const labelOf = (key: string) => labels?.[key] ?? key
  return Object.keys(counts)
    .filter((key) => (counts[key] ?? 0) > 0)
    .toSorted((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || labelOf(a).localeCompare(labelOf(b), 'en'))
}
