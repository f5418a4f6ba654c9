import { PATHS } from '../../domain/paths.ts'
import { UpdateFormats } from '../features/admin/update-formats/update-formats.tsx'
import { useSession } from '../session/session.tsx'
import { BackLink } from '../ui/page/back-link.tsx'
import { AdminPage } from './admin-page.tsx'

export function AdminUpdateFormatsPage() {
  const session = useSession()
  return (
    <AdminPage title="Update Formats">
      <BackLink to={PATHS.adminTitles}>Title Management</BackLink>
      <UpdateFormats userId={session.status === 'signed-in' ? session.userId : ''} />
    </AdminPage>
  )
}
