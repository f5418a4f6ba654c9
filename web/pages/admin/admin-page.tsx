import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { PATHS } from '../../../domain/paths.ts'
import { AccountControls } from '../../features/auth/account-controls.tsx'
import { isAdminQuery } from '../../session/session.tsx'
import { useHasEnded } from '../../session/session-ended.tsx'
import { useLast, WhileSignedIn } from '../../session/while-signed-in.tsx'
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
export function AdminPage(props: Props) {
  const [wasGranted, setWasGranted] = useState(false)
  return (
    <WhileSignedIn otherwise={<Leave title={props.title} to={wasGranted ? 'sign-in' : 'home'} />}>
      {({ userId }) => <OwnPage {...props} userId={userId} onGranted={setWasGranted} />}
    </WhileSignedIn>
  )
}

interface OwnProps extends Props {
  userId: string
  onGranted: (wasGranted: true) => void
}

function OwnPage({ title, search, children, userId, onGranted }: OwnProps) {
  const { access, ask } = useAccess(userId)

  useEffect(() => {
    if (access === 'granted') onGranted(true)
  }, [access, onGranted])

  if (access === 'denied') return <Leave title={title} to="home" />
  return (
    <PageFrame title={title} search={access === 'granted' && search} actions={<AccountControls />}>
      <div className={styles.page}>
        {access === 'granted' ? (
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

/** Leaves the page of a person who may not see it. */
function Leave({ title, to }: Pick<Props, 'title'> & { to: 'home' | 'sign-in' }) {
  const navigate = useNavigate()

  useEffect(() => {
    if (to === 'sign-in') {
      navigate({ to: PATHS.auth, search: { next: location.pathname }, replace: true })
      return
    }
    toast({ title: 'Access denied', destructive: true })
    navigate({ to: PATHS.home, replace: true })
  }, [to, navigate])

  return (
    <PageFrame title={title} actions={<AccountControls />}>
      <div className={styles.page}>
        <p className={styles.loading}>Loading...</p>
      </div>
    </PageFrame>
  )
}

type Access = 'checking' | 'granted' | 'denied' | 'unknown'

function useAccess(userId: string): { access: Access; ask: () => void } {
  const hasEnded = useHasEnded()
  const { data, isError, refetch } = useQuery({ ...isAdminQuery(userId), enabled: !hasEnded })
  return { access: accessOf(useLast(data), isError), ask: refetch }
}

function accessOf(isAdmin: boolean | undefined, isError: boolean): Access {
  if (isAdmin !== undefined) return isAdmin ? 'granted' : 'denied'
  return isError ? 'unknown' : 'checking'
}
