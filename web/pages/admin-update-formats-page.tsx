import { AdminPage } from './admin-page.tsx'

export function AdminUpdateFormatsPage() {
  return (
    <AdminPage title="Update Formats">
      <h1>Update Formats</h1>
    </AdminPage>
  )
}
