import { Link } from '@tanstack/react-router'
import { Bookmark, Eye } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Format } from '../../../domain/film/formats.ts'
import type { FilmSet } from '../../../domain/film/sets.ts'
import { listFormat } from '../../../domain/list-text.ts'
import { setPath } from '../../../domain/paths.ts'
import type { Mark } from '../../../domain/tracking/marks.ts'
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
import { useIsMarked, useMark } from '../../features/tracking/marks/use-mark.ts'
import { useOwnedFilms, useOwnsBox } from '../../features/tracking/marks/use-owned-films.ts'
import { useOwnedSets } from '../../features/tracking/sets/use-owned-sets.ts'
import { inSets } from '../../ui/disc/in-sets.tsx'
import { Ticket } from '../../ui/disc/ticket.tsx'
import { FilmLink } from '../../ui/link/film-link.tsx'
import styles from './own-film-marks.module.css'

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
        fills
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
  const sets = useOwnedSets(userId, film.id)
  return (
    <FormatCheck
      film={film}
      format={format}
      userId={userId}
      isListed
      outOfPrint={film[`${format}_oop`]}
      inSet={inSets(sets, format)}
    />
  )
}

/** The sets through which the person owns a film in a format. */
export function OwnInSets({ film, format, userId }: FormatProps) {
  const sets = useOwnedSets(userId, film.id).filter(({ formats }) => formats.includes(format))
  return sets.map(({ id, title }) => (
    <span key={id} className={styles.inSet}>
      in <Link to={setPath(id)}>{title}</Link>
    </span>
  ))
}

/** The wish for one format of a film; a dash if the person owns the format and does not wish for it. */
export function OwnWish({ film, format, userId, askToSignIn }: FormatProps & { askToSignIn: AskToSignIn }) {
  const owned = useIsMarked(userId, film.id, format) ?? false
  const { details, change } = useDetails(userId, film, askToSignIn)
  const [wishlisted, toggleWishlisted] = useMark(userId, film, 'wishlist', () => askToSignIn())
  const wish = details?.wish ?? NO_WISH
  const isWanted = wish[`wants_${format}`]

  function toggle() {
    const wanted = { ...wish, [`wants_${format}`]: !isWanted }
    // Unwanting the last format removes the wish.
    if (isWanted && wantedFormats(wanted).length === 0) toggleWishlisted()
    else change({ mark: 'wishlist', on: true, row: rowOf(wanted) })
  }

  if (owned && !isWanted) return <span aria-hidden="true">—</span>
  return (
    <WishToggle
      film={film}
      format={format}
      wanted={isWanted}
      disabled={!details || wishlisted === undefined}
      onClick={toggle}
    />
  )
}

/** The row of a format in which the catalogue does not list the film, if the person owns it, also through a set. */
export function OwnUnlistedRow({ film, format, userId }: FormatProps) {
  const owned = useIsMarked(userId, film.id, format) ?? false
  // Stays when it is unticked; otherwise the focus would jump to the start of the page.
  const [stays, setStays] = useState(owned)
  if (owned && !stays) setStays(true)
  const inSet = inSets(useOwnedSets(userId, film.id), format)
  if (!stays && inSet === '') return null
  return (
    <ReleaseRow
      format={format}
      state={stays ? 'No longer listed' : undefined}
      note={<OwnInSets film={film} format={format} userId={userId} />}
    >
      <FormatCheck film={film} format={format} userId={userId} isListed={stays} inSet={inSet} />
    </ReleaseRow>
  )
}

interface SetProps {
  set: FilmSet
  userId: string
}

/** A set that a film is in, with the films that the person owns. */
export function OwnSetCases({ userId, ...props }: SetProps & { current: number; children: ReactNode }) {
  const owned = useOwnedFilms(userId, listedIds(props.set)) ?? NONE
  return <SetCases {...props} owned={owned} ownsSet={useOwnsBox(userId, props.set.id)} />
}

/** How many films of a set the person owns. */
export function OwnedOfSet({ set, userId, className }: SetProps & { className: string | undefined }) {
  const ofFilms = useOwnedFilms(userId, listedIds(set))
  // Owning the set includes its films without a spine.
  const ownsAll = useOwnsBox(userId, set.id) || ofFilms?.size === set.films.length
  // The keys make React replace the element: an element that grew would move, because it is aligned to the right.
  if (!ofFilms)
    return (
      <p key="count" className={className}>
        {filmsInSet(set)}
      </p>
    )
  if (!ownsAll)
    return (
      <p key="owned" className={className}>
        {ownedInSet(set, ofFilms.size)}
      </p>
    )
  return (
    <p className={className}>
      You own <Ticket printed>All {set.films.length}</Ticket>
    </p>
  )
}

/** Which films of a set the person does not own, if they own some. */
export function MissingOfSet({ set, userId, className }: SetProps & { className: string | undefined }) {
  const ofFilms = useOwnedFilms(userId, listedIds(set))
  const ownsBox = useOwnsBox(userId, set.id)
  if (!ofFilms || ofFilms.size === 0 || ownsBox) return null
  const missing = set.films.filter(({ listed }) => !listed || !ofFilms.has(listed.id))
  if (missing.length === 0) return null
  return (
    <p className={className}>
      Missing:{' '}
      {listFormat()
        .formatToParts(missing.map((_, index) => `${index}`))
        .map(({ type, value }) => {
          const film = type === 'element' && missing[Number(value)]
          if (!film) return value
          return film.listed ? (
            <FilmLink key={value} spine={film.listed.spine}>
              {film.title}
            </FilmLink>
          ) : (
            film.title
          )
        })}
    </p>
  )
}

const NONE: ReadonlySet<number> = new Set()

function listedIds({ films }: FilmSet): number[] {
  return films.flatMap(({ listed }) => listed?.id ?? [])
}
