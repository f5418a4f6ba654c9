import { Link } from '@tanstack/react-router'
import { EyeOff, Lock } from 'lucide-react'
import { useEffect } from 'react'
import { PATHS } from '../../../domain/paths.ts'
import styles from './visibility-note.module.css'

interface Props {
  /** Who sees the list on the page. */
  visibility: string
  /** Whether other people see the rest of the profile. */
  isPart: boolean
}

/** Tells the owner that the page is not public. */
export function VisibilityNote({ visibility, isPart }: Props) {
  if (visibility === 'public') return null
  const isPrivate = visibility === 'private'
  const Sign = isPrivate ? Lock : EyeOff
  return (
    <p className={styles.note}>
      <Sign aria-hidden="true" strokeWidth={1.75} />
      <span>
        {isPrivate
          ? `Only you can see this ${isPart ? 'list' : 'page'}.`
          : 'Search engines do not list this page.'}{' '}
        <Link to={PATHS.account} hash="visibility">
          Change who sees it
        </Link>
      </span>
    </p>
  )
}

/**
 * Asks search engines not to index the page while an unlisted profile is shown. The server does so in the pages that it
 * renders; this covers static hosts and navigation within the browser.
 */
export function useNoIndex(isUnlisted: boolean): void {
  useEffect(() => {
    if (!isUnlisted) return
    const meta = document.head.querySelector('meta[name=robots]') ?? document.createElement('meta')
    meta.setAttribute('name', 'robots')
    meta.setAttribute('content', 'noindex')
    document.head.append(meta)
    return () => meta.remove()
  }, [isUnlisted])
}
