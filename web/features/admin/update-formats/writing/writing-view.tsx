import { formatCount } from '../../../../../domain/film/format-count.ts'
import { StepSection } from '../step-section.tsx'
import styles from './writing-view.module.css'

/** How far the writing has come. */
export function WritingView({ answered, total }: { answered: number; total: number }) {
  const quarter = Math.floor((answered / total) * 4)
  return (
    <StepSection heading="Updating...">
      <div className={styles.writing}>
        <progress className={styles.progress} aria-label="Films written" value={answered} max={total} />
        <p className={styles.count}>
          {formatCount(answered)} of {formatCount(total)} films
        </p>
        {/* Read out at each quarter: more often would be noise. */}
        <p className="visually-hidden" role="status">
          {quarter > 0 && `${quarter * 25} percent`}
        </p>
      </div>
    </StepSection>
  )
}
