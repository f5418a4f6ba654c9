import { Bookmark, BookmarkX, Eye, EyeOff } from 'lucide-react'
import type { AskToSignIn } from '../features/auth/use-sign-in-dialog.tsx'
import type { CatalogueFilm } from '../features/catalogue/films/films-query.ts'
import { CoverMarks } from '../features/film/cover/cover-marks.tsx'
import { PanelButton } from '../features/film/panel/panel-button.tsx'
import type { Mark } from '../features/tracking/marks/marks.ts'
import { useIsMarked, useMark } from '../features/tracking/marks/use-mark.ts'
import { MarksLoadError } from '../features/tracking/marks-load-error.tsx'
import { useTracking } from '../features/tracking/use-tracking.ts'

/** Loads a person's marks, and shows a notice if they cannot be loaded. */
export function OwnMarks({ userId }: { userId: string }) {
  const readAgain = useTracking(userId)
  return readAgain && <MarksLoadError onRetry={readAgain} />
}

interface Props {
  film: CatalogueFilm
  userId: string
  askToSignIn: AskToSignIn
}

export function OwnActions({ film, userId, askToSignIn }: Props) {
  const { id, title } = film
  const askFor = (mark: Mark) => (on: boolean) =>
    askToSignIn(on ? { wanted: { film: { id, title }, mark } } : undefined)
  const [wishlisted, toggleWishlisted] = useMark(userId, film, 'wishlist', askFor('wishlist'))
  const [watched, toggleWatched] = useMark(userId, film, 'watched', askFor('watched'))
  return (
    <>
      <PanelButton
        icon={wishlisted ? BookmarkX : Bookmark}
        label={wishlisted ? 'Remove From Wishlist' : 'Wishlist'}
        disabled={wishlisted === undefined}
        onClick={toggleWishlisted}
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

/** A person's marks of a film, on its cover. */
export function OwnCoverMarks({ film, userId }: { film: CatalogueFilm; userId: string }) {
  const wishlisted = useIsMarked(userId, film.id, 'wishlist') ?? false
  const watched = useIsMarked(userId, film.id, 'watched') ?? false
  return <CoverMarks spine={film.spine} wishlisted={wishlisted} watched={watched} />
}

export { FormatChecks } from '../features/tracking/format-checks.tsx'
