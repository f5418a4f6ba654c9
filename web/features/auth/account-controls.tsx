import { Link, useNavigate } from '@tanstack/react-router'
import { type ComponentType, useState, useSyncExternalStore } from 'react'
import { PATHS, profilePath } from '../../../domain/paths.ts'
import { useSession, useSignOut } from '../../session/session.tsx'
import { sendUnsentChanges } from '../../session/unsent-changes.ts'
import { SignInLink } from '../../ui/page/sign-in-link.tsx'
import styles from './account-controls.module.css'
import type { SignOutDialogProps } from './sign-out-dialog.tsx'

/** The links in the header: to the account for a person, to the sign-in page for a visitor. */
export function AccountControls() {
  const session = useSession()
  const signOut = useSignOut()
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState(0)
  const [Question, setQuestion] = useState<ComponentType<SignOutDialogProps>>()

  const isFromServer = useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  )

  if (session.status === 'signed-out') {
    return (
      <>
        <div className={styles.forVisitors}>
          <SignInLink small>Sign In</SignInLink>
        </div>
        {isFromServer && <ControlsSkeleton />}
      </>
    )
  }

  async function askToLeave() {
    const left = await sendUnsentChanges()
    if (left === 0) return leave()
    const { SignOutDialog } = await import('./sign-out-dialog.tsx')
    setQuestion(() => SignOutDialog)
    setUnsent(left)
  }

  async function leave() {
    setUnsent(0)
    // First leaves a page that would ask the person to sign in again.
    await navigate({ to: PATHS.home })
    await signOut().catch((error) => console.warn(error))
  }

  return (
    <nav className={styles.controls} aria-label="Your account">
      {session.username && <Link to={profilePath(session.username)}>My Profile</Link>}
      {session.isAdmin && <Link to={PATHS.adminTitles}>Edit Titles</Link>}
      <Link to={PATHS.account}>Account</Link>
      <button type="button" onClick={askToLeave}>
        Sign Out
      </button>
      {Question && <Question unsent={unsent} onConfirm={leave} onCancel={() => setUnsent(0)} />}
    </nav>
  )
}

/** Reserves the space of a person's links until the session is known. */
function ControlsSkeleton() {
  return (
    <div className={`${styles.controls} ${styles.skeleton}`} aria-hidden="true">
      <span>My Profile</span>
      <span>Account</span>
      <span>Sign Out</span>
    </div>
  )
}
