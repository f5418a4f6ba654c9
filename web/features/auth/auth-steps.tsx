import { useEffect, useRef, useState } from 'react'
import { PATHS } from '../../../domain/paths.ts'
import { useSession } from '../../session/session.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { toast } from '../../ui/toast/toast.ts'
import styles from './auth-steps.module.css'
import { CheckMail } from './forms/check-mail.tsx'
import { NO_CREDENTIALS } from './forms/credentials.ts'
import { ForgotPasswordForm } from './forms/forgot-password-form.tsx'
import { NewPasswordForm } from './forms/new-password-form.tsx'
import { SignInForm } from './forms/sign-in-form.tsx'
import { SignUpForm } from './forms/sign-up-form.tsx'
import type { LinkType, MailLink } from './mail-link/mail-link.ts'
import { MailLinkCheck } from './mail-link/mail-link-check.tsx'
import { WELCOME, WELCOME_BACK } from './welcome.ts'

/** The forms that can be switched by tabs. */
type Tab = (typeof TABS)[number]['value']

type Step =
  | { name: 'form' }
  | { name: 'forgot-password' }
  | { name: 'check-mail'; purpose: 'signup' | 'recovery'; email: string }
  | { name: 'mail-link'; link: MailLink }
  | { name: 'new-password' }
  | { name: 'email-changed' }

const HEADINGS: Record<Exclude<Step['name'], 'form'> | Tab, string> = {
  'sign-in': 'Welcome back',
  'sign-up': 'Start your collection',
  'forgot-password': 'Forgot your password?',
  'check-mail': 'Check your mail',
  'mail-link': 'The link from your mail',
  'new-password': 'Choose a new password',
  'email-changed': 'Your address has changed',
}

const TABS = [
  { value: 'sign-in', label: 'Sign In' },
  { value: 'sign-up', label: 'Sign Up' },
] as const

interface Props {
  /** The link from a mail that opened this page. */
  link: MailLink | undefined
  tab: Tab
  onTab: (tab: Tab) => void
  /** Called when a confirmation mail has been sent to the address of a new account. */
  onMailSent: (email: string) => void
  /** Called when the person is signed in and no step is left. */
  onSignedIn: () => void
}

/** All ways to get into an account: sign-in, sign-up, and the links in mails. */
export function AuthSteps({ link, tab, onTab, onMailSent, onSignedIn }: Props) {
  const session = useSession()
  const [step, setStep] = useState<Step>(link ? { name: 'mail-link', link } : { name: 'form' })
  const [credentials, setCredentials] = useState(NO_CREDENTIALS)
  const toForm = () => setStep({ name: 'form' })
  const toSignIn = () => {
    onTab('sign-in')
    toForm()
  }

  const heading = useStepHeading(step.name)
  const leaving = session.status === 'signed-in' && step.name === 'form'
  useEffect(() => {
    if (leaving) onSignedIn()
  }, [leaving, onSignedIn])

  return (
    <div className={styles.steps}>
      <h1 ref={heading} className={styles.heading} tabIndex={-1}>
        {HEADINGS[step.name === 'form' ? tab : step.name]}
      </h1>
      {leaving ? <p className={styles.text}>Loading...</p> : content()}
    </div>
  )

  function content() {
    switch (step.name) {
      case 'form':
        return (
          <div className={styles.forVisitors}>
            <noscript>
              <div className={styles.form}>
                <p className={styles.text}>
                  Signing in needs JavaScript, which is turned off in this browser. You can browse the
                  collection and all public profiles without it.
                </p>
                <div className={styles.buttons}>
                  <ButtonLink to={PATHS.home} look="solid">
                    Go to the collection
                  </ButtonLink>
                </div>
              </div>
            </noscript>
            <Tabs label="Account" value={tab} tabs={TABS} onChange={onTab}>
              {tab === 'sign-in' ? (
                <SignInForm
                  credentials={credentials}
                  onChange={setCredentials}
                  onForgot={() => setStep({ name: 'forgot-password' })}
                  onUnconfirmed={(email) => setStep({ name: 'check-mail', purpose: 'signup', email })}
                />
              ) : (
                <SignUpForm
                  credentials={credentials}
                  onChange={setCredentials}
                  onMailSent={(email) => {
                    onMailSent(email)
                    setStep({ name: 'check-mail', purpose: 'signup', email })
                  }}
                />
              )}
            </Tabs>
          </div>
        )
      case 'forgot-password':
        return (
          <ForgotPasswordForm
            email={credentials.email}
            onMailSent={(email) => setStep({ name: 'check-mail', purpose: 'recovery', email })}
            onBack={toSignIn}
          />
        )
      case 'check-mail':
        return <CheckMail email={step.email} purpose={step.purpose} onBack={toSignIn} />
      case 'mail-link':
        return (
          <MailLinkCheck link={step.link} onConfirmed={followLink} onStay={onSignedIn} onBack={toSignIn} />
        )
      case 'new-password':
        return <NewPasswordForm email={session.status === 'signed-in' ? session.email : ''} onDone={toForm} />
      case 'email-changed':
        return (
          <div className={styles.form}>
            <p className={styles.text}>Sign in with your new address from now on.</p>
            <div className={styles.buttons}>
              <ButtonLink to={PATHS.home} look="solid">
                Go to the collection
              </ButtonLink>
            </div>
          </div>
        )
    }
  }

  function followLink(type: LinkType | 'sign-in') {
    if (type === 'recovery') return setStep({ name: 'new-password' })
    if (type === 'email_change') return setStep({ name: 'email-changed' })
    toast(type === 'signup' ? WELCOME : WELCOME_BACK)
    toForm()
  }
}

/** A new step removes the element that had the focus, so its heading gets the focus. A change of tabs does not. */
function useStepHeading(step: Step['name']) {
  const heading = useRef<HTMLHeadingElement>(null)
  const previous = useRef(step)
  useEffect(() => {
    const isNew = previous.current !== step
    previous.current = step
    if (isNew) heading.current?.focus({ preventScroll: true })
  }, [step])
  return heading
}
