import { failureOf } from '../../../../data/run-request.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { download } from '../../../../ui/download.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { filmsInWords } from '../../history/films-in-words.ts'
import { changesCsv } from '../comparison/changes-csv.ts'
import { useRevert } from '../earlier/use-revert.ts'
import { StepSection } from '../step-section.tsx'
import styles from '../update-formats.module.css'
import {
  needsComparison,
  notRevertedInWords,
  outcomeInWords,
  reasonsOf,
  revertInWords,
  spinesInWords,
} from './outcome-messages.ts'
import type { Outcome, Update } from './write-changes.ts'

interface Props {
  update: Update
  outcome: Outcome
  onRest: () => void
  onCompare: () => void
}

/** Shows which films were written and which were not, with the actions for both. */
export function OutcomeView({ update, outcome, onRest, onCompare }: Props) {
  const { written, left } = outcome
  const mustCompare = needsComparison(outcome)
  const [revert, reverting] = useRevert(update.id)

  async function save() {
    try {
      download('changed-formats.csv', await changesCsv(written))
    } catch (error) {
      // The code that writes CSV is loaded on demand and may fail to load.
      toast({ title: 'Error', description: failureOf(error).sentence, destructive: true })
    }
  }

  if (reverting.status === 'reverted') {
    return (
      // Its own key mounts a new step, which takes the focus from the removed button.
      <StepSection key="reverted" heading={revertInWords(reverting.outcome)}>
        <p className={styles.words}>{notRevertedInWords(reverting.outcome)}</p>
        <div className={styles.buttons}>
          <Button onClick={save}>Download what was changed</Button>
        </div>
      </StepSection>
    )
  }
  return (
    <StepSection key="written" heading={outcomeInWords(outcome)} isAlert={left.length > 0}>
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
          <Button look="solid" onClick={mustCompare ? onCompare : onRest}>
            {mustCompare ? 'Compare again' : 'Try the rest again'}
          </Button>
        )}
        {written.length > 0 && (
          <>
            <Button onClick={save}>Download what was changed</Button>
            <Button
              // Ignores the second click of a double click on the button that started the writing.
              onClick={({ detail }) => detail > 1 || revert()}
              aria-disabled={reverting.status === 'reverting'}
            >
              {reverting.status === 'reverting' ? 'Reverting...' : `Revert ${filmsInWords(written.length)}`}
            </Button>
          </>
        )}
      </div>
      <p className={styles.words} role="alert">
        {reverting.status === 'failed' && reverting.sentence}
      </p>
    </StepSection>
  )
}
