import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { PATHS } from '../../domain/paths.ts'
import { HistoryHeading } from '../features/admin/history/history-heading.tsx'
import { HistoryList } from '../features/admin/history/history-list.tsx'
import { useSession } from '../session.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import styles from './admin-history-page.module.css'
import { AdminPage } from './admin-page.tsx'

const route = getRouteApi(PATHS.adminHistory)

export function AdminHistoryPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.userId : ''
  const { q = '' } = search

  return (
    <AdminPage
      title="History"
      search={
        <SearchBox
          q={q}
          label="Search the history"
          placeholder="Search by title, spine, person, or update..."
          // A search goes through everything, whatever the page was about.
          onSearch={(wanted) => navigate({ search: wanted ? { q: wanted } : {}, replace: q !== '' })}
        />
      }
    >
      <Link to={PATHS.adminTitles} className={styles.back}>
        <ArrowLeft aria-hidden="true" strokeWidth={1.75} />
        Title Management
      </Link>
      <HistoryHeading userId={userId} search={search} />
      <HistoryList userId={userId} search={search} />
    </AdminPage>
  )
}
