import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { filmsInWords } from '../history/films-in-words.ts'
import { changesFile } from './changes-file.ts'
import { outcomeInWords, reasonsOf, spinesInWords } from './outcome-words.ts'
import { saveFile } from './save-file.ts'
import { StepSection } from './step-section.tsx'
import styles from './update-formats.module.css'
import { useRevert } from './use-revert.ts'
import type { Outcome, Update } from './write-changes.ts'

interface Props {
  update: Update
  outcome: Outcome
  onRest: () => void
  onCompare: () => void
}

/** What has been written and what has not, and what can be done about either. */
export function OutcomeView({ update, outcome, onRest, onCompare }: Props) {
  const { written, left, failures } = outcome
  const isOvertaken = failures.some(({ code }) => code === 'PT409')
  const [revert, reverting] = useRevert(update.id)
  const [isSaving, setIsSaving] = useState(false)

  async function save() {
    if (isSaving) return
    setIsSaving(true)
    saveFile('changed-formats.csv', await changesFile(written))
    setIsSaving(false)
  }

  return (
    <StepSection heading={outcomeInWords(outcome)} isAlert={left.length > 0}>
      {left.length > 0 && (
        <div className={styles.words}>
          {reasonsOf(outcome).map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
          <p>{spinesInWords(left)}</p>
        </div>
      )}
      <div className={styles.buttons}>
        {left.length > 0 && (
          <Button look="solid" onClick={isOvertaken ? onCompare : onRest}>
            {isOvertaken ? 'Compare again' : 'Try the rest again'}
          </Button>
        )}
        {written.length > 0 && <Button onClick={save}>Download what was changed</Button>}
        {written.length > 0 && reverting.status !== 'reverted' && (
          <Button onClick={revert} aria-disabled={reverting.status === 'reverting'}>
            {reverting.status === 'reverting' ? 'Reverting...' : `Revert ${filmsInWords(written.length)}`}
          </Button>
        )}
      </div>
      <div className={styles.words} role="status">
        {'sentence' in reverting && <p>{reverting.sentence}</p>}
      </div>
    </StepSection>
  )
}
