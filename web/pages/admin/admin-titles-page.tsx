import { getRouteApi } from '@tanstack/react-router'
import { PAGE_TITLES } from '../../../domain/page-titles.ts'
import { PATHS } from '../../../domain/paths.ts'
import { AddTitle } from '../../features/admin/edit/add/add-title.tsx'
import { ExportCatalogue } from '../../features/admin/export-catalogue.tsx'
import { TitleList } from '../../features/admin/titles/list/title-list.tsx'
import type { AdminFilm } from '../../features/admin/titles-query.ts'
import { CoverThumbnail } from '../../features/film/card/cover-thumbnail.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { SearchBox } from '../../ui/form/search-box.tsx'
import { BackLink } from '../../ui/link/back-link.tsx'
import { AdminPage } from './admin-page.tsx'
import styles from './admin-titles-page.module.css'

const route = getRouteApi(PATHS.adminTitles)

export function AdminTitlesPage() {
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()

  // Replaces the history entry, so that going back leads to before the search.
  function search(q: string) {
    navigate({ search: q === '' ? {} : { q }, replace: true, resetScroll: false })
  }

  return (
    <AdminPage
      title={PAGE_TITLES.adminTitles}
      search={
        <SearchBox
          q={q}
          label="Search the titles"
          placeholder="Search by title, director or spine..."
          onSearch={search}
        />
      }
    >
      <BackLink to={PATHS.home}>Back to the collection</BackLink>
      <div className={styles.top}>
        <h1>{PAGE_TITLES.adminTitles}</h1>
        <div className={styles.tools}>
          <ButtonLink to={PATHS.adminUpdateFormats}>Update Formats from CSV</ButtonLink>
          <ExportCatalogue />
          <ButtonLink to={PATHS.adminHistory}>History</ButtonLink>
          <AddTitle />
        </div>
      </div>
      <TitleList q={q} onSearch={search} renderCover={cover} />
    </AdminPage>
  )
}

/** A constant function, so that memoized rows do not render again. */
function cover(film: AdminFilm) {
  return <CoverThumbnail film={film} />
}
