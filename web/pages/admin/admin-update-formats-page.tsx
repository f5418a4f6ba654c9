import { PAGE_TITLES } from '../../../domain/page-titles.ts'
import { PATHS } from '../../../domain/paths.ts'
import { UpdateFormats } from '../../features/admin/update-formats/update-formats.tsx'
import { useSession } from '../../session/session.tsx'
import { BackLink } from '../../ui/link/back-link.tsx'
import { AdminPage } from './admin-page.tsx'

export function AdminUpdateFormatsPage() {
  const session = useSession()
  return (
    <AdminPage title={PAGE_TITLES.adminUpdateFormats}>
      <BackLink to={PATHS.adminTitles}>{PAGE_TITLES.adminTitles}</BackLink>
      <UpdateFormats userId={session.status === 'signed-in' ? session.userId : ''} />
    </AdminPage>
  )
}
