import { Bookmark, BookmarkX, Eye, EyeOff } from 'lucide-react'
import type { CatalogueFilm } from '../features/catalogue/films-query.ts'
import { PanelButton } from '../features/film/panel-button.tsx'
import { MarksUnread } from '../features/tracking/marks-unread.tsx'
import { useMark } from '../features/tracking/use-mark.ts'
import { useTracking } from '../features/tracking/use-tracking.ts'

/** Brings in what a person tracks, and says so where that cannot be read. */
export function OwnMarks({ userId }: { userId: string }) {
  const readAgain = useTracking(userId)
  return readAgain && <MarksUnread onRetry={readAgain} />
}

interface Props {
  film: CatalogueFilm
  userId: string
  askToSignIn: () => void
}

export function OwnActions({ film, userId, askToSignIn }: Props) {
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

export { FormatChecks } from '../features/tracking/format-checks.tsx'
