import { formatCount } from '../../../../../domain/film/format-count.ts'
import { StepSection } from '../step-section.tsx'
import styles from './writing-view.module.css'

/** The progress of the writing. */
export function WritingView({ processed, total }: { processed: number; total: number }) {
  const quarter = Math.floor((processed / total) * 4)
  return (
    <StepSection heading="Updating...">
      <div className={styles.writing}>
        <progress className={styles.progress} aria-label="Films written" value={processed} max={total} />
        <p className={styles.count}>
          {formatCount(processed)} of {formatCount(total)} films
        </p>
        {/* Announced at each quarter: more often would be noise. */}
        <p className="visually-hidden" role="status">
          {quarter > 0 && `${quarter * 25} percent`}
        </p>
      </div>
    </StepSection>
  )
}
