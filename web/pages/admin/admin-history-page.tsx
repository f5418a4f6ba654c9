import { getRouteApi } from '@tanstack/react-router'
import { PAGE_TITLES } from '../../../domain/page-titles.ts'
import { PATHS } from '../../../domain/paths.ts'
import { HistoryHeading } from '../../features/admin/history/history-heading.tsx'
import { HistoryList } from '../../features/admin/history/history-list.tsx'
import { readHistorySearch } from '../../features/admin/history-search.ts'
import { useSession } from '../../session/session.tsx'
import { SearchBox } from '../../ui/form/search-box.tsx'
import { BackLink } from '../../ui/link/back-link.tsx'
import { AdminPage } from './admin-page.tsx'

const route = getRouteApi(PATHS.adminHistory)

export function AdminHistoryPage() {
  const search = readHistorySearch(route.useSearch())
  const navigate = route.useNavigate()
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.userId : ''
  const { q = '' } = search

  return (
    <AdminPage
      title={PAGE_TITLES.adminHistory}
      search={
        <SearchBox
          q={q}
          label="Search the history"
          placeholder="Search by title, spine, person, or update..."
          // A search covers the whole history: it drops the page's other filters.
          onSearch={(text) => navigate({ search: text ? { q: text } : {}, replace: q !== '' })}
        />
      }
    >
      <BackLink to={PATHS.adminTitles}>{PAGE_TITLES.adminTitles}</BackLink>
      <HistoryHeading userId={userId} search={search} />
      <HistoryList userId={userId} search={search} />
    </AdminPage>
  )
}
