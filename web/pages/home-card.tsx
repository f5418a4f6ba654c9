import { Bookmark, BookmarkX, Eye, EyeOff, Library } from 'lucide-react'
import { memo } from 'react'
import type { CatalogueFilm } from '../features/catalogue/films-query.ts'
import { FilmCard } from '../features/film/film-card.tsx'
import { PanelButton } from '../features/film/panel-button.tsx'
import { FormatChecks } from '../features/tracking/format-checks.tsx'
import { useMark } from '../features/tracking/use-mark.ts'

interface Props {
  film: CatalogueFilm
  eager: boolean
  /** Who tracks films here; nobody while no one is signed in. */
  userId: string | undefined
  askToSignIn: () => void
}

/** Hundreds of them are on the page: a new page of films leaves those before it alone. */
export const HomeCard = memo(function HomeCard({ film, eager, userId, askToSignIn }: Props) {
  const actions =
    userId === undefined ? (
      <VisitorActions onClick={askToSignIn} />
    ) : (
      <OwnActions film={film} userId={userId} askToSignIn={askToSignIn} />
    )
  return (
    <FilmCard film={film} eager={eager} actions={actions}>
      {userId !== undefined && <FormatChecks film={film} userId={userId} />}
    </FilmCard>
  )
})

function VisitorActions({ onClick }: { onClick: () => void }) {
  return (
    <>
      <PanelButton icon={Library} label="Claim Title" onClick={onClick} />
      <PanelButton icon={Bookmark} label="Wishlist" onClick={onClick} />
      <PanelButton icon={Eye} label="Mark Watched" onClick={onClick} />
    </>
  )
}

function OwnActions({
  film,
  userId,
  askToSignIn,
}: {
  film: CatalogueFilm
  userId: string
  askToSignIn: () => void
}) {
  const [wanted, toggleWanted] = useMark(userId, film, 'wishlist', askToSignIn)
  const [watched, toggleWatched] = useMark(userId, film, 'watched', askToSignIn)
  return (
    <>
      <PanelButton
        icon={wanted ? BookmarkX : Bookmark}
        label={wanted ? 'Remove From Wishlist' : 'Wishlist'}
        disabled={wanted === undefined}
        onClick={toggleWanted}
      />
      <PanelButton
        icon={watched ? EyeOff : Eye}
        label={watched ? 'Remove Watched' : 'Mark Watched'}
        disabled={watched === undefined}
        onClick={toggleWatched}
      />
    </>
  )
}
