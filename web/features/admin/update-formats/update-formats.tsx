import { Button } from '../../../ui/button/button.tsx'
import { ComparisonView } from './comparison/comparison-view.tsx'
import { EarlierUpdates } from './earlier/earlier-updates.tsx'
import { DropTarget } from './file/drop-target.tsx'
import { FileControls } from './file/file-controls.tsx'
import { FileRules } from './file/file-rules.tsx'
import { StepSection } from './step-section.tsx'
import styles from './update-formats.module.css'
import { useFormatUpdate } from './use-format-update.ts'
import { OutcomeView } from './writing/outcome-view.tsx'
import { WritingView } from './writing/writing-view.tsx'

/** Changes the formats of the whole catalogue from a file, in three steps: choose, compare, write. */
export function UpdateFormats({ userId }: { userId: string }) {
  const { step, readSite, readFile, refuse, compareAgain, write, writeRest } = useFormatUpdate()

  return (
    <>
      <div className={styles.intro}>
        <div>
          <h1 className={styles.heading}>Update Formats</h1>
          <p className={styles.lead}>
            Sets the formats of each film, and which of them are out of print, from a file. You see every
            change before anything is written, and you can revert the whole update afterwards.
          </p>
          <FileControls step={step} onSite={readSite} onFile={readFile} />
        </div>
        <FileRules />
      </div>
      {step.status === 'refused' && (
        <RefusedView
          name={step.source?.name}
          sentence={step.sentence}
          onRetry={step.source && (() => step.source && compareAgain(step.source))}
        />
      )}
      {step.status === 'compared' && (
        <ComparisonView
          name={step.source.name}
          comparison={step.comparison}
          onWrite={() => write(step.source, step.comparison.changes)}
        />
      )}
      {step.status === 'writing' && (
        <WritingView processed={step.processed} total={step.update.changes.length} />
      )}
      {step.status === 'written' && (
        <OutcomeView
          update={step.update}
          outcome={step.outcome}
          onRest={() => writeRest(step.source, step.update, step.outcome)}
          onCompare={() => compareAgain(step.source)}
        />
      )}
      <EarlierUpdates userId={userId} />
      <DropTarget isClosed={step.status === 'writing'} onFile={readFile} onRefuse={refuse} />
    </>
  )
}

interface RefusedProps {
  name: string | undefined
  sentence: string
  onRetry: (() => void) | undefined
}

/** Why a file could not be compared. */
function RefusedView({ name, sentence, onRetry }: RefusedProps) {
  return (
    <StepSection heading={name ? `${name} could not be read` : 'Nothing was read'} isAlert>
      <p className={styles.words}>{sentence}</p>
      {onRetry && (
        <div className={styles.buttons}>
          <Button onClick={onRetry}>Try again</Button>
        </div>
      )}
    </StepSection>
  )
}
