import { Link, useNavigate } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { PATHS, profilePath } from '../../../domain/paths.ts'
import { useSession, useSignOut } from '../../session/session.tsx'
import { SignInLink } from '../../ui/page/sign-in-link.tsx'
import styles from './account-controls.module.css'

/** What the header offers to who is signed in, and to who is not. */
export function AccountControls() {
  const session = useSession()
  const signOut = useSignOut()
  const navigate = useNavigate()

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
    // First away from pages that would ask to sign in again.
    await navigate({ to: PATHS.home })
    await signOut().catch((error) => console.warn(error))
  }

  return (
    <nav className={styles.controls} aria-label="Your account">
      {session.username && <Link to={profilePath(session.username)}>My Profile</Link>}
      {session.isAdmin && <Link to={PATHS.adminTitles}>Edit Titles</Link>}
      <Link to={PATHS.account}>Account</Link>
      <button type="button" onClick={leave}>
        Sign Out
      </button>
    </nav>
  )
}

/** As large as what a person is offered, until it is known who that is. */
function ControlsSkeleton() {
  return (
    <div className={`${styles.controls} ${styles.place}`} aria-hidden="true">
      <span>My Profile</span>
      <span>Account</span>
      <span>Sign Out</span>
    </div>
  )
}
