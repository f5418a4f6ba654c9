import { useQueryClient } from '@tanstack/react-query'
import { Bookmark, BookmarkX, Eye, EyeOff, PackageCheck } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { FORMAT_LABELS, FORMAT_NAMES, FORMATS, type Format } from '../../../domain/film/formats.ts'
import type { Mark } from '../../../domain/tracking/marks.ts'
import type { AskToSignIn } from '../../features/auth/use-sign-in-dialog.tsx'
import type { CatalogueFilm } from '../../features/catalogue/films/films-query.ts'
import { CoverMarks } from '../../features/film/cover/cover-marks.tsx'
import { PanelButton } from '../../features/film/panel/panel-button.tsx'
import { markAsBought } from '../../features/tracking/marks/mark-as-bought.ts'
import { trackingOf } from '../../features/tracking/marks/tracking.ts'
import { useIsMarked, useMark } from '../../features/tracking/marks/use-mark.ts'
import { useOwnedFilms } from '../../features/tracking/marks/use-owned-films.ts'
import { MarksLoadError } from '../../features/tracking/marks-load-error.tsx'
import { useTracking } from '../../features/tracking/use-tracking.ts'
import { Ticket } from '../../ui/disc/ticket.tsx'
import styles from './own-marks.module.css'

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

/** @param withPurchase whether a film on the wishlist can be marked as bought. */
export function OwnActions({
  film,
  userId,
  askToSignIn,
  withPurchase = false,
}: Props & { withPurchase?: boolean }) {
  const { id, title } = film
  const askFor = (mark: Mark) => (on: boolean) =>
    askToSignIn(on ? { requestedMark: { film: { id, title }, mark } } : undefined)
  const [wishlisted, toggleWishlisted] = useMark(userId, film, 'wishlist', askFor('wishlist'))
  const [watched, toggleWatched] = useMark(userId, film, 'watched', askFor('watched'))
  return (
    <>
      {withPurchase && wishlisted && (
        <BoughtIt film={film} userId={userId} onSignedOut={() => askToSignIn()} />
      )}
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

interface BoughtProps {
  film: CatalogueFilm
  userId: string
  onSignedOut: () => void
}

/** Moves a film from the wishlist to the discs owned. Of several formats it asks for the one that was bought. */
function BoughtIt({ film, userId, onSignedOut }: BoughtProps) {
  const tracking = trackingOf(useQueryClient(), userId)
  const [isAsking, setAsking] = useState(false)
  const choices = useRef<HTMLFieldSetElement>(null)
  const formats = FORMATS.filter((format) => film[format])
  const [onlyFormat, ...others] = formats

  // The button that was pressed is gone.
  useEffect(() => {
    if (isAsking) choices.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [isAsking])

  function buy(format: Format, { currentTarget }: MouseEvent<HTMLElement>) {
    const next = (choices.current ?? currentTarget).nextElementSibling
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    void markAsBought(tracking, film, format, onSignedOut)
  }

  if (!onlyFormat) return null
  if (!isAsking) {
    return (
      <PanelButton
        icon={PackageCheck}
        label="I bought it"
        onClick={(event) => (others.length > 0 ? setAsking(true) : buy(onlyFormat, event))}
      />
    )
  }
  return (
    <fieldset ref={choices} className={styles.bought}>
      <legend>Bought on</legend>
      {formats.map((format) => (
        <button
          key={format}
          type="button"
          title={FORMAT_NAMES[format]}
          onClick={(event) => buy(format, event)}
        >
          <Ticket outOfPrint={film[`${format}_oop`]}>{FORMAT_LABELS[format]}</Ticket>
        </button>
      ))}
    </fieldset>
  )
}

interface CoverProps {
  film: CatalogueFilm & { wishlisted?: boolean; watched?: boolean; owned?: boolean }
  userId: string
  /** Whether the cover is dimmed if the person does not own the film. */
  dimsUnowned?: boolean
}

/** A person's marks of a film, on its cover. Those of a list's film are shown until the person's are loaded. */
export function OwnCoverMarks({ film, userId, dimsUnowned = false }: CoverProps) {
  const wishlisted = useIsMarked(userId, film.id, 'wishlist') ?? film.wishlisted ?? false
  const watched = useIsMarked(userId, film.id, 'watched') ?? film.watched ?? false
  const owned = useOwnedFilms(userId, [film.id])?.has(film.id) ?? film.owned ?? false
  return (
    <CoverMarks spine={film.spine} wishlisted={wishlisted} watched={watched} dimmed={dimsUnowned && !owned} />
  )
}

export { FormatChecks } from '../../features/tracking/format-checks.tsx'
