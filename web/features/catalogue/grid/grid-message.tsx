import type { ReactNode } from 'react'
import { FIRST_VIEW_ID } from '../../../../domain/first-view.ts'
import { BlankCase } from '../../../ui/disc/blank-case.tsx'
import styles from './grid-message.module.css'

interface Props {
  /** The text on the plate of the blank case. */
  plate: string
  sentence: string
  /** Controls, such as a button to try again. */
  children?: ReactNode
}

/** Replaces the grid when there is no film to show. */
export function GridMessage({ plate, sentence, children }: Props) {
  return (
    <div id={FIRST_VIEW_ID} className={styles.message}>
      <BlankCase plate={plate} />
      <div>
        <p className={styles.sentence} role="status">
          {sentence}
        </p>
        {children}
      </div>
    </div>
  )
}

/** A message below the grid. */
export function FootMessage({ sentence, children }: Omit<Props, 'plate'>) {
  return (
    <div className={styles.foot}>
      <p role="status">{sentence}</p>
      {children}
    </div>
  )
}
