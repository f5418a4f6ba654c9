import { FORMATS } from '../../../domain/film/formats.ts'
import type { ShownFilm } from '../../data/film-columns.ts'
import type { AskToSignIn } from '../../features/auth/use-sign-in-dialog.tsx'
import { Copies } from '../../features/tracking/copies/copies.tsx'
import { rowOf } from '../../features/tracking/details/details.ts'
import { useDetails } from '../../features/tracking/details/use-details.ts'
import { useIsMarked } from '../../features/tracking/marks/use-mark.ts'
import { Viewings } from '../../features/tracking/viewings/viewings.tsx'
import { Button } from '../../ui/form/button.tsx'
import styles from './film-page.module.css'

interface Props {
  film: ShownFilm
  userId: string
  askToSignIn: AskToSignIn
}

/** What a person has noted of a film: copies and viewings. */
export function OwnDetails({ film, userId, askToSignIn }: Props) {
  const { details, hasFailed, retry, isQueued, change } = useDetails(userId, film, askToSignIn)
  const marked = {
    laserdisc: useIsMarked(userId, film.id, 'laserdisc'),
    dvd: useIsMarked(userId, film.id, 'dvd'),
    bluray: useIsMarked(userId, film.id, 'bluray'),
    bluray_4k: useIsMarked(userId, film.id, 'bluray_4k'),
  }
  if (hasFailed)
    return (
      <div className={styles.unreadable}>
        <p role="status">Your copies and viewings could not be loaded.</p>
        <Button small onClick={retry}>
          Try again
        </Button>
      </div>
    )
  if (!details) return null
  return (
    <>
      <Copies
        film={film}
        copies={details.copies}
        owned={FORMATS.filter((format) => marked[format])}
        isQueued={({ id }) => isQueued('copy', id)}
        onSave={(copy) => change({ mark: 'copy', id: copy.id, on: true, row: rowOf(copy) })}
        onRemove={(copy) =>
          change(
            { mark: 'copy', id: copy.id, on: false },
            { mark: 'copy', id: copy.id, on: true, row: rowOf(copy) },
          )
        }
      />
      <Viewings
        viewings={details.viewings}
        isQueued={({ id }) => isQueued('viewing', id)}
        onSave={(viewing) => change({ mark: 'viewing', id: viewing.id, on: true, row: rowOf(viewing) })}
        onRemove={(viewing) =>
          change(
            { mark: 'viewing', id: viewing.id, on: false },
            { mark: 'viewing', id: viewing.id, on: true, row: rowOf(viewing) },
          )
        }
      />
    </>
  )
}
