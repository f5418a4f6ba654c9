import { FORMATS } from '../../../domain/film/formats.ts'
import type { ShownFilm } from '../../data/film-columns.ts'
import { useIsMarked } from '../../features/tracking/marks/use-mark.ts'
import { useOwnedSets } from '../../features/tracking/sets/use-owned-sets.ts'
import { useTracking } from '../../features/tracking/use-tracking.ts'
import { inSets } from '../../ui/disc/in-sets.tsx'
import styles from './picked-film.module.css'
import { PickedFormats } from './picked-formats.tsx'

interface Props {
  film: ShownFilm
  userId: string
}

/** What a person owns of the picked film, and whether they have watched it. */
export function OwnPickedMarks({ film, userId }: Props) {
  useTracking(userId)
  const owned = [
    useIsMarked(userId, film.id, 'laserdisc'),
    useIsMarked(userId, film.id, 'dvd'),
    useIsMarked(userId, film.id, 'bluray'),
    useIsMarked(userId, film.id, 'bluray_4k'),
  ]
  const sets = useOwnedSets(userId, film.id)
  const watched = useIsMarked(userId, film.id, 'watched')
  const wished = useIsMarked(userId, film.id, 'wishlist')
  const isKnown = owned.every((own) => own !== undefined) && watched !== undefined && wished !== undefined
  const place = owned.includes(true)
    ? 'On your shelf.'
    : sets.length > 0
      ? `On your shelf ${inSets(sets)}.`
      : wished
        ? 'On your wishlist.'
        : 'Not on your shelf.'
  return (
    <PickedFormats
      film={film}
      owned={FORMATS.map(
        (format, index) => owned[index] || sets.some(({ formats }) => formats.includes(format)),
      )}
    >
      <p className={styles.quiet}>
        {isKnown && `${place} ${watched ? 'You have watched it.' : 'You have not watched it yet.'}`}
      </p>
    </PickedFormats>
  )
}
