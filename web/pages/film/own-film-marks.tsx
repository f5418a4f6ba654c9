import { Bookmark, Eye } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Format } from '../../../domain/film/formats.ts'
import type { FilmSet } from '../../../domain/film/sets.ts'
import type { ShownFilm } from '../../data/film-columns.ts'
import type { AskToSignIn } from '../../features/auth/use-sign-in-dialog.tsx'
import { MarkToggle } from '../../features/film/page/mark-toggle.tsx'
import { ReleaseRow } from '../../features/film/page/release-table.tsx'
import { WishToggle } from '../../features/film/page/wish-toggle.tsx'
import { SetCases } from '../../features/film/sets/set-cases.tsx'
import { filmsInSet, ownedInSet } from '../../features/film/sets/set-texts.ts'
import { NO_WISH, rowOf } from '../../features/tracking/details/details.ts'
import { useDetails } from '../../features/tracking/details/use-details.ts'
import { onWishlist, wantedFormats } from '../../features/tracking/details/wish-texts.ts'
import { FormatCheck } from '../../features/tracking/format-checks.tsx'
import type { Mark } from '../../features/tracking/marks/marks.ts'
import { useIsMarked, useMark } from '../../features/tracking/marks/use-mark.ts'
import { useOwnedFilms } from '../../features/tracking/marks/use-owned-films.ts'
import { Ticket } from '../../ui/page/ticket.tsx'

interface Props {
  film: ShownFilm
  userId: string
  askToSignIn: AskToSignIn
}

/** What a person has noted about a film, on its page. */
export function OwnToggles({ film, userId, askToSignIn }: Props) {
  const { id, title } = film
  const askFor = (mark: Mark) => (on: boolean) =>
    askToSignIn(on ? { requestedMark: { film: { id, title }, mark } } : undefined)
  const [watched, toggleWatched, watchedQueued] = useMark(userId, film, 'watched', askFor('watched'))
  const [wishlisted, toggleWishlisted, wishQueued] = useMark(userId, film, 'wishlist', askFor('wishlist'))
  const { details } = useDetails(userId, film, askToSignIn)
  return (
    <>
      <MarkToggle
        icon={Eye}
        label={watched ? 'Watched' : 'Mark Watched'}
        marked={watched}
        disabled={watched === undefined}
        queued={watchedQueued}
        onClick={toggleWatched}
      />
      <MarkToggle
        icon={Bookmark}
        label={wishlisted ? onWishlist(details?.wish ?? null) : 'Wishlist'}
        marked={wishlisted}
        disabled={wishlisted === undefined}
        queued={wishQueued}
        onClick={toggleWishlisted}
      />
    </>
  )
}

interface FormatProps extends Omit<Props, 'askToSignIn'> {
  format: Format
}

export function OwnTick({ film, format, userId }: FormatProps) {
  return (
    <FormatCheck film={film} format={format} userId={userId} isListed outOfPrint={film[`${format}_oop`]} />
  )
}

/** The wish for one format of a film, which the person does not own in it. */
export function OwnWish({ film, format, userId, askToSignIn }: FormatProps & { askToSignIn: AskToSignIn }) {
  const owned = useIsMarked(userId, film.id, format) ?? false
  const { details, change } = useDetails(userId, film, askToSignIn)
  const [, toggleWishlisted] = useMark(userId, film, 'wishlist', () => askToSignIn())
  const wish = details?.wish ?? NO_WISH
  const isWanted = wish[`wants_${format}`]

  function toggle() {
    const wanted = { ...wish, [`wants_${format}`]: !isWanted }
    // Who no longer wants the only format no longer wishes for the film.
    if (isWanted && wantedFormats(wanted).length === 0) toggleWishlisted()
    else change({ mark: 'wishlist', on: true, row: rowOf(wanted) })
  }

  if (owned && !isWanted) return <span aria-hidden="true">—</span>
  return <WishToggle film={film} format={format} wanted={isWanted} disabled={!details} onClick={toggle} />
}

/** The row of a format that the catalogue no longer lists, if the person owns it. */
export function OwnUnlistedRow({ film, format, userId }: FormatProps) {
  const owned = useIsMarked(userId, film.id, format) ?? false
  // Stays when it is unticked; otherwise the focus would jump to the start of the page.
  const [stays, setStays] = useState(owned)
  if (owned && !stays) setStays(true)
  if (!stays) return null
  return (
    <ReleaseRow format={format} state="No longer listed">
      <FormatCheck film={film} format={format} userId={userId} isListed />
    </ReleaseRow>
  )
}

interface SetProps {
  set: FilmSet
  userId: string
}

/** A set that a film is in, with the films that the person owns. */
export function OwnSetCases({ userId, ...props }: SetProps & { current: number; children: ReactNode }) {
  return <SetCases {...props} owned={useOwnedFilms(userId, listedIds(props.set)) ?? NONE} />
}

/** How many films of a set the person owns. */
export function OwnedOfSet({ set, userId, className }: SetProps & { className: string | undefined }) {
  const owned = useOwnedFilms(userId, listedIds(set))
  // The keys make a new element of each sentence: one that grew would move, because it ends at the right.
  if (!owned)
    return (
      <p key="count" className={className}>
        {filmsInSet(set)}
      </p>
    )
  if (owned.size < set.films.length)
    return (
      <p key="owned" className={className}>
        {ownedInSet(set, owned.size)}
      </p>
    )
  return (
    <p className={className}>
      You own <Ticket printed>All {set.films.length}</Ticket>
    </p>
  )
}

const NONE: ReadonlySet<number> = new Set()

function listedIds({ films }: FilmSet): number[] {
  return films.flatMap(({ listed }) => listed?.id ?? [])
}
