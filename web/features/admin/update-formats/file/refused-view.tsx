import { Button } from '../../../../ui/form/button.tsx'
import { StepSection } from '../step-section.tsx'
import styles from '../update-formats.module.css'

interface Props {
  name: string | undefined
  sentence: string
  onRetry: (() => void) | undefined
}

/** Why there is nothing to compare. */
export function RefusedView({ name, sentence, onRetry }: Props) {
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
