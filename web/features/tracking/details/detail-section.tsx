import { type ReactNode, type RefObject, useId, useRef } from 'react'
import { useHasEnded } from '../../../session/session-ended.tsx'
import { TextButton } from '../../../ui/button/text-button.tsx'
import { useFocusAfterRemoval } from '../../../ui/use-focus-after-removal.ts'
import styles from './detail-section.module.css'

interface Props {
  heading: string
  /** The label of the button that opens the form of a new entry; while the form is open there is none. */
  add: string
  isAdding: boolean
  button: RefObject<HTMLButtonElement | null>
  onAdd: () => void
  children: ReactNode
}

/** A section of a film's page with what a person has noted: a list, and a button that adds to it. */
export function DetailSection({ heading, add, isAdding, button, onAdd, children }: Props) {
  const id = useId()
  const hasEnded = useHasEnded()
  const section = useRef<HTMLElement>(null)
  // An entry is removed by a button in its form.
  useFocusAfterRemoval(section)
  return (
    <section ref={section} className={styles.section} data-ended={hasEnded || undefined} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 className={styles.heading} id={id}>
          {heading}
        </h2>
        {!isAdding && !hasEnded && (
          <TextButton ref={button} onClick={onAdd}>
            {add}
          </TextButton>
        )}
      </div>
      {children}
    </section>
  )
}
