import { useRef } from 'react'
import { Button } from '../../../../ui/button/button.tsx'
import styles from '../update-formats.module.css'
import type { Step } from '../use-format-update.ts'
import { SITE_FILE } from './site-file.ts'

interface Props {
  step: Step
  onSite: () => void
  onFile: (file: File) => void
}

/** Two ways to choose a file; the third is to drop one on the page. */
export function FileControls({ step, onSite, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const isWriting = step.status === 'writing'

  return (
    <>
      <div className={styles.buttons}>
        <Button look="solid" aria-disabled={isWriting} onClick={() => isWriting || onSite()}>
          {isWriting ? 'Updating...' : 'Update Format Data from CSV'}
        </Button>
        <Button aria-disabled={isWriting} onClick={() => isWriting || input.current?.click()}>
          Choose another file
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            // Without this, choosing the same file again after correcting it would fire no event.
            currentTarget.value = ''
            if (file) onFile(file)
          }}
        />
      </div>
      <p className={styles.hint} role="status">
        {step.status === 'reading' ? (
          `Reading ${step.source.name}...`
        ) : (
          <>
            The first button reads <a href={`/${SITE_FILE}`}>{SITE_FILE}</a>, which is part of this site. You
            can also drop another CSV or .xlsx file anywhere on this page.
          </>
        )}
      </p>
    </>
  )
}
