import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { PATHS, profilePath } from '../../../domain/paths.ts'
import { loadAfterHydration } from '../../app/deferred-component.tsx'
import { useSession, useSignOut } from '../../session/session.tsx'
import { SignInLink } from '../../ui/link/sign-in-link.tsx'
import styles from './account-controls.module.css'

loadAfterHydration(importSignOut)

/** The links in the header: to the account for a person, to the sign-in page for a visitor. */
export function AccountControls() {
  const session = useSession()
  const signOut = useSignOut()
  const navigate = useNavigate()
  const [question, setQuestion] = useState<ReactNode>(null)

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

  async function leave() {
    try {
      const { askAndSignOut } = await importSignOut()
      await askAndSignOut(setQuestion, () => navigate({ to: PATHS.home }), signOut)
    } catch {
      // Without a network, its code may be missing. The next visit removes what is stored; the queue stays.
      await signOut().catch(console.warn)
    }
  }

  return (
    <nav className={styles.controls} aria-label="Your account">
      {session.username && <Link to={profilePath(session.username)}>My Profile</Link>}
      {session.isAdmin && <Link to={PATHS.adminTitles}>Edit Titles</Link>}
      <Link to={PATHS.account}>Account</Link>
      <button type="button" onClick={leave}>
        Sign Out
      </button>
      {question}
    </nav>
  )
}

function importSignOut() {
  return import('./sign-out.tsx')
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
