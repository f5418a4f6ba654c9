import { Navigate, useNavigate } from '@tanstack/react-router'
import { UNDO_DAYS } from '../../../domain/import/undo-days.ts'
import { PAGE_TITLES } from '../../../domain/page-titles.ts'
import { PATHS } from '../../../domain/paths.ts'
import { AccountSection, ThemeSection } from '../../features/account/account-section.tsx'
import { DeleteAccount } from '../../features/account/delete-account.tsx'
import { EmailForm } from '../../features/account/email-form.tsx'
import { ExportData } from '../../features/account/export-data.tsx'
import { GiftLink } from '../../features/account/gift-link.tsx'
import { OtherDevices } from '../../features/account/other-devices.tsx'
import { PasswordForm } from '../../features/account/password-form.tsx'
import { UsernameForm } from '../../features/account/username-form.tsx'
import { useVisibilityFromOtherTabs } from '../../features/account/visibility.ts'
import { VisibilityForm } from '../../features/account/visibility-form.tsx'
import { AccountControls } from '../../features/auth/account-controls.tsx'
import { refuseDeletedAccount } from '../../features/tracking/signed-in-client.ts'
import { leave } from '../../session/leave.ts'
import { useSignOut } from '../../session/session.tsx'
import { useHasEnded } from '../../session/session-ended.tsx'
import { type SignedIn, useLast, WhileSignedIn } from '../../session/while-signed-in.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { PageFrame } from '../page-frame.tsx'
import styles from './account-page.module.css'

function ImportLink() {
  return (
    <AccountSection
      heading="Bring your collection"
      text={`Import a file from Letterboxd, IMDb, CLZ, a spreadsheet and many others, or type what you own. You see what would change before anything is saved, and can take it back for ${UNDO_DAYS} days.`}
    >
      <ButtonLink to={PATHS.accountImport}>Import</ButtonLink>
    </AccountSection>
  )
}

function ShoppingLink() {
  return (
    <AccountSection
      heading={PAGE_TITLES.accountShopping}
      text="Your wishlist by priority, with prices, a sale and what fits a budget, on a page to print."
    >
      <ButtonLink to={PATHS.accountShopping}>Plan</ButtonLink>
    </AccountSection>
  )
}

export function AccountPage() {
  return (
    <WhileSignedIn otherwise={<Navigate to={PATHS.auth} search={{ next: PATHS.account }} replace />}>
      {(person) => <Account person={person} />}
    </WhileSignedIn>
  )
}

function Account({ person: { userId, email, ...person } }: { person: SignedIn }) {
  const username = useLast(person.username)
  const hasEnded = useHasEnded()
  const signOut = useSignOut()
  const navigate = useNavigate()
  useVisibilityFromOtherTabs(hasEnded ? undefined : userId)

  return (
    <PageFrame title={PAGE_TITLES.account} actions={<AccountControls />}>
      <div className={styles.page}>
        <h1 className={styles.heading}>{PAGE_TITLES.account}</h1>
        {username !== undefined ? sections(username) : <p className={styles.loading}>Loading...</p>}
      </div>
    </PageFrame>
  )

  // After the session has ended, only forms with unsaved text stay.
  function sections(username: string) {
    return (
      <>
        <UsernameForm userId={userId} username={username} />
        {!hasEnded && (
          <>
            <VisibilityForm userId={userId} />
            <GiftLink userId={userId} />
          </>
        )}
        <EmailForm email={email} />
        {!hasEnded && (
          <>
            <PasswordForm email={email} />
            <ThemeSection />
            <OtherDevices />
            <ImportLink />
            <ShoppingLink />
            <ExportData userId={userId} />
            <DeleteAccount username={username} onDeleted={leaveAccount} />
          </>
        )}
      </>
    )
  }

  async function leaveAccount() {
    refuseDeletedAccount(userId)
    await navigate({ to: PATHS.home, replace: true })
    await leave(() => signOut({ accountIsGone: true }))
    toast({
      title: 'Account deleted',
      description: 'All its data has been deleted. Thank you for using the tracker.',
    })
  }
}
