import type { ReactNode } from 'react'
import { BlankCase } from '../../../ui/page/blank-case.tsx'
import styles from './grid-message.module.css'

interface Props {
  /** What the plate of the blank case says. */
  plate: string
  sentence: string
  /** What a person can do about it. */
  children?: ReactNode
}

/** Stands in the grid's place when there is no film to show. */
export function GridMessage({ plate, sentence, children }: Props) {
  return (
    <div className={styles.message}>
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

/** The same at the end of a list that is otherwise there. */
export function FootMessage({ sentence, children }: Omit<Props, 'plate'>) {
  return (
    <div className={styles.foot}>
      <p role="status">{sentence}</p>
      {children}
    </div>
  )
}
