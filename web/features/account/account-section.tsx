import { type ReactNode, useId } from 'react'
import { ThemeSwitch } from '../../ui/page/theme-switch.tsx'
import styles from './account-section.module.css'

interface Props {
  /** The target of links to this section. */
  id?: string
  heading: string
  /** Explains the setting and its consequences. */
  text: ReactNode
  children: ReactNode
}

/** One section of the account page. */
export function AccountSection({ id, heading, text, children }: Props) {
  const headingId = useId()
  return (
    <section className={styles.section} id={id} aria-labelledby={headingId}>
      <div>
        <h2 className={styles.heading} id={headingId}>
          {heading}
        </h2>
        <p className={styles.text}>{text}</p>
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  )
}

export function ThemeSection() {
  return (
    <AccountSection
      heading="Theme"
      text="Choose the light or the dark theme for this device. By default it follows the system."
    >
      <ThemeSwitch />
    </AccountSection>
  )
}
