import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PATHS } from '../../domain/paths.ts'
import { AccountControls } from '../features/auth/account-controls.tsx'
import { isAdminQuery, useSession } from '../session.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { toast } from '../ui/toast.ts'
import styles from './account-page.module.css'
import { Notice } from './notice.tsx'

const COVER = { spine: 1301, title: 'The Cutting Room', director: 'The Editors', year: 2026 }

/** Steers admins in and others away; what an admin may change, the database decides. */
export function AdminTitlesPage() {
  const { access, ask } = useAccess()
  const navigate = useNavigate()

  useEffect(() => {
    if (access !== 'denied') return
    toast({ title: 'Access denied', destructive: true })
    navigate({ to: PATHS.home, replace: true })
  }, [access, navigate])

  return (
    <PageFrame title="Title Management" actions={<AccountControls />}>
      {access === 'granted' ? (
        <Notice
          cover={COVER}
          heading="Title Management"
          text="Adding, editing and deleting titles comes with the next release. Until then the server’s command line imports catalogues."
        >
          <ButtonLink to={PATHS.home} look="solid">
            Back to the collection
          </ButtonLink>
        </Notice>
      ) : access === 'unknown' ? (
        <div className={styles.page}>
          <p className={styles.loading} role="alert">
            Whether you are an admin could not be found out.
          </p>
          <Button look="solid" onClick={() => ask()}>
            Try again
          </Button>
        </div>
      ) : (
        <p className={styles.page}>Loading...</p>
      )}
    </PageFrame>
  )
}

type Access = 'checking' | 'granted' | 'denied' | 'unknown'

function useAccess(): { access: Access; ask: () => void } {
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.userId : ''
  const { data, isError, refetch } = useQuery({ ...isAdminQuery(userId), enabled: userId !== '' })
  const access = session.status === 'signed-out' ? 'denied' : accessOf(data, isError)
  return { access, ask: refetch }
}

function accessOf(isAdmin: boolean | undefined, isError: boolean): Access {
  if (isAdmin !== undefined) return isAdmin ? 'granted' : 'denied'
  return isError ? 'unknown' : 'checking'
}
