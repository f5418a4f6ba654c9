import { Link } from '@tanstack/react-router'
import { EyeOff, Lock } from 'lucide-react'
import { PATHS } from '../../../domain/paths.ts'
import styles from './visibility-note.module.css'

/** Tells the owner that the profile is not public. */
export function VisibilityNote({ visibility }: { visibility: string }) {
  if (visibility === 'public') return null
  const isPrivate = visibility === 'private'
  const Sign = isPrivate ? Lock : EyeOff
  return (
    <p className={styles.note}>
      <Sign aria-hidden="true" strokeWidth={1.75} />
      <span>
        {isPrivate ? 'Only you can see this page.' : 'Search engines do not list this page.'}{' '}
        <Link to={PATHS.account} hash="visibility">
          Change who sees it
        </Link>
      </span>
    </p>
  )
}
