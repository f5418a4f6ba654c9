import { Navigate, useNavigate } from '@tanstack/react-router'
import { PATHS } from '../../domain/paths.ts'
import { ThemeSection } from '../features/account/account-section.tsx'
import { DeleteAccount } from '../features/account/delete-account.tsx'
import { EmailForm } from '../features/account/email-form.tsx'
import { ExportData } from '../features/account/export-data.tsx'
import { OtherDevices } from '../features/account/other-devices.tsx'
import { PasswordForm } from '../features/account/password-form.tsx'
import { UsernameForm } from '../features/account/username-form.tsx'
import { useVisibilityFromOtherTabs } from '../features/account/visibility.ts'
import { VisibilityForm } from '../features/account/visibility-form.tsx'
import { AccountControls } from '../features/auth/account-controls.tsx'
import { removeQueuedMarks } from '../features/tracking/queue/queued-marks.ts'
import { useSession, useSignOut } from '../session/session.tsx'
import { PageFrame } from '../ui/page/page-frame.tsx'
import { toast } from '../ui/toast/toast.ts'
import styles from './account-page.module.css'

export function AccountPage() {
  const session = useSession()
  const signOut = useSignOut()
  const navigate = useNavigate()
  useVisibilityFromOtherTabs(session.status === 'signed-in' ? session.userId : undefined)

  if (session.status === 'signed-out') {
    return <Navigate to={PATHS.auth} search={{ next: PATHS.account }} replace />
  }

  return (
    <PageFrame title="Account" actions={<AccountControls />}>
      <div className={styles.page}>
        <h1 className={styles.heading}>Account</h1>
        {session.status === 'signed-in' && session.username !== undefined ? (
          sections(session.userId, session.email, session.username)
        ) : (
          <p className={styles.loading}>Loading...</p>
        )}
      </div>
    </PageFrame>
  )

  function sections(userId: string, email: string, username: string) {
    return (
      <>
        <UsernameForm userId={userId} username={username} />
        <VisibilityForm key={userId} userId={userId} />
        <EmailForm email={email} />
        <PasswordForm email={email} />
        <ThemeSection />
        <OtherDevices />
        <ExportData userId={userId} />
        <DeleteAccount username={username} onDeleted={() => leave(userId)} />
      </>
    )
  }

  async function leave(userId: string) {
    await navigate({ to: PATHS.home, replace: true })
    removeQueuedMarks(userId)
    await signOut({ accountIsGone: true }).catch((error) => console.warn(error))
    toast({
      title: 'Account deleted',
      description: 'All its data has been deleted. Thank you for using the tracker.',
    })
  }
}
