import { Link, useNavigate } from '@tanstack/react-router'
import { PATHS, profilePath } from '../../../domain/paths.ts'
import { useSession, useSignOut } from '../../session.tsx'
import { SignInLink } from '../../ui/sign-in-link.tsx'
import styles from './account-controls.module.css'

/** What the header offers to who is signed in, and to who is not. */
export function AccountControls() {
  const session = useSession()
  const signOut = useSignOut()
  const navigate = useNavigate()

  if (session.status === 'signed-out') return <SignInLink small>Sign In</SignInLink>

  async function leave() {
    // First away from pages that would ask to sign in again.
    await navigate({ to: PATHS.home })
    await signOut().catch((error) => console.warn(error))
  }

  return (
    <nav className={styles.controls} aria-label="Your account">
      {session.username && (
        <Link to={profilePath(session.username)} preload="intent">
          My Profile
        </Link>
      )}
      {session.isAdmin && <Link to={PATHS.adminTitles}>Edit Titles</Link>}
      <Link to={PATHS.account}>Account</Link>
      <button type="button" onClick={leave}>
        Sign Out
      </button>
    </nav>
  )
}
