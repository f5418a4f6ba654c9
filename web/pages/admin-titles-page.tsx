import { AdminPage } from './admin-page.tsx'

export function AdminTitlesPage() {
  return (
    <AdminPage title="Title Management">
      <h1>Title Management</h1>
    </AdminPage>
  )
}
