import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { PATHS } from '../../domain/paths.ts'
import { UpdateFormats } from '../features/admin/update-formats/update-formats.tsx'
import { useSession } from '../session.tsx'
import { AdminPage } from './admin-page.tsx'
import styles from './admin-update-formats-page.module.css'

export function AdminUpdateFormatsPage() {
  const session = useSession()
  return (
    <AdminPage title="Update Formats">
      <Link to={PATHS.adminTitles} className={styles.back}>
        <ArrowLeft aria-hidden="true" strokeWidth={1.75} />
        Title Management
      </Link>
      <UpdateFormats userId={session.status === 'signed-in' ? session.userId : ''} />
    </AdminPage>
  )
}
