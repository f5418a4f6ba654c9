import { getRouteApi, useLocation } from '@tanstack/react-router'
import { Bookmark, Eye, Library } from 'lucide-react'
import { useMemo } from 'react'
import { PATHS } from '../../domain/paths.ts'
import { useSignInDialog } from '../features/auth/use-sign-in-dialog.tsx'
import { Banner } from '../features/catalogue/banner.tsx'
import { Catalogue } from '../features/catalogue/catalogue.tsx'
import { SearchBox } from '../features/catalogue/search-box.tsx'
import type { View } from '../features/catalogue/view.ts'
import { FilmCard } from '../features/film/film-card.tsx'
import { PanelButton } from '../features/film/panel-button.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { PageFrame } from '../ui/page-frame.tsx'

const route = getRouteApi(PATHS.home)

/** The same page before its route is ready: the films are the loader's business then. */
export function PendingHomePage() {
  return <HomePage pending />
}

export function HomePage({ pending = false }: { pending?: boolean }) {
  const view = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const entry = useLocation({ select: (location) => location.state.__TSR_key })
  const [askToSignIn, signInDialog] = useSignInDialog()
  // One element for all cards, so that a new page of films leaves the cards before it alone.
  const actions = useMemo(() => <VisitorActions onClick={askToSignIn} />, [askToSignIn])

  function change(change: Partial<View>, replace = false) {
    navigate({ search: (view) => ({ ...view, ...change }), replace })
  }

  return (
    <PageFrame
      // Typing is one search, however many pauses it has: going back leads to before it.
      search={<SearchBox q={view.q} onSearch={(q) => change({ q }, true)} />}
      actions={
        <ButtonLink to={PATHS.auth} small>
          Sign In
        </ButtonLink>
      }
    >
      <Banner view={view} />
      <Catalogue
        view={view}
        entry={entry}
        ready={!pending}
        onChange={change}
        renderFilm={(film, { inFirstRow }) => <FilmCard film={film} eager={inFirstRow} actions={actions} />}
      />
      {signInDialog}
    </PageFrame>
  )
}

function VisitorActions({ onClick }: { onClick: () => void }) {
  return (
    <>
      <PanelButton icon={Library} label="Claim Title" onClick={onClick} />
      <PanelButton icon={Bookmark} label="Wishlist" onClick={onClick} />
      <PanelButton icon={Eye} label="Mark Watched" onClick={onClick} />
    </>
  )
}
