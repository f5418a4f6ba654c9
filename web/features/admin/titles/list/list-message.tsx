import { Button } from '../../../../ui/button/button.tsx'
import { BlankCase } from '../../../../ui/disc/blank-case.tsx'
import styles from './list-message.module.css'
import type { useTitles } from './use-titles.ts'

interface Props {
  q: string
  titles: ReturnType<typeof useTitles>
  onSearch: (q: string) => void
}

/** Shown if the list could not be loaded, or if nothing matches. */
export function ListMessage({ q, titles: { status, loaded, total = 0, tryAgain }, onSearch }: Props) {
  if (status === 'failed') {
    return (
      <div className={loaded ? styles.line : styles.message}>
        {!loaded && <BlankCase plate="–" />}
        <div className={styles.words}>
          <p role="status">{failure()}</p>
          <Button small onClick={tryAgain}>
            Try again
          </Button>
        </div>
      </div>
    )
  }
  if (status !== 'complete' || total > 0) return null
  return (
    <div className={styles.message}>
      <BlankCase plate="0" />
      <div className={styles.words}>
        <p role="status">{q ? `No titles match “${q}”.` : 'The catalogue holds no titles yet.'}</p>
        {q && (
          <Button small onClick={() => onSearch('')}>
            Clear search
          </Button>
        )}
      </div>
    </div>
  )

  function failure(): string {
    if (!loaded) return 'The titles could not be loaded.'
    return loaded.length < total
      ? 'The next titles could not be loaded.'
      : 'The titles could not be reloaded, so they may be out of date.'
  }
}
