import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { PATHS } from '../../../domain/paths.ts'
import { AccountControls } from '../../features/auth/account-controls.tsx'
import { isAdminQuery, useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button/button.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { PageFrame } from '../page-frame.tsx'
import styles from './admin-page.module.css'

interface Props {
  title: string
  search?: ReactNode
  children: ReactNode
}

/** Shows its content to admins and redirects others home. The database enforces what an admin may change. */
export function AdminPage({ title, search, children }: Props) {
  const { access, hasEnded, ask } = useAccess()
  const navigate = useNavigate()

  const [wasGranted, setWasGranted] = useState(false)
  if (access === 'granted' && !wasGranted) setWasGranted(true)
  // A form with unsaved changes blocks the redirect, and saves them after the person has signed in again.
  const isShown = access === 'granted' || (wasGranted && (hasEnded || access !== 'denied'))

  useEffect(() => {
    if (access !== 'denied') return
    if (hasEnded && wasGranted) {
      navigate({ to: PATHS.auth, search: { next: location.pathname }, replace: true })
      return
    }
    toast({ title: 'Access denied', destructive: true })
    navigate({ to: PATHS.home, replace: true })
  }, [access, hasEnded, wasGranted, navigate])

  return (
    <PageFrame title={title} search={isShown && search} actions={<AccountControls />}>
      <div className={styles.page}>
        {isShown ? (
          children
        ) : access === 'unknown' ? (
          <>
            <p className={styles.loading} role="alert">
              We could not check whether you are an admin.
            </p>
            <Button look="solid" onClick={() => ask()}>
              Try again
            </Button>
          </>
        ) : (
          <p className={styles.loading}>Loading...</p>
        )}
      </div>
    </PageFrame>
  )
}

type Access = 'checking' | 'granted' | 'denied' | 'unknown'

function useAccess(): { access: Access; hasEnded: boolean; ask: () => void } {
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.userId : ''
  const { data, isError, refetch } = useQuery({ ...isAdminQuery(userId), enabled: userId !== '' })
  const hasEnded = session.status === 'signed-out'
  return { access: hasEnded ? 'denied' : accessOf(data, isError), hasEnded, ask: refetch }
}

function accessOf(isAdmin: boolean | undefined, isError: boolean): Access {
  if (isAdmin !== undefined) return isAdmin ? 'granted' : 'denied'
  return isError ? 'unknown' : 'checking'
}
