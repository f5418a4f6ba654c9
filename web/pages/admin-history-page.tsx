import { AdminPage } from './admin-page.tsx'

export function AdminHistoryPage() {
  return (
    <AdminPage title="History">
      <h1>History</h1>
    </AdminPage>
  )
}
