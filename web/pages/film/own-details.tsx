import { FLAGS, type Flag, FORMATS } from '../../../domain/film/formats.ts'
import type { FilmSet } from '../../../domain/film/sets.ts'
import type { ShownFilm } from '../../data/film-columns.ts'
import type { AskToSignIn } from '../../features/auth/use-sign-in-dialog.tsx'
import { Copies } from '../../features/tracking/copies/copies.tsx'
import { NO_WISH, rowOf } from '../../features/tracking/details/details.ts'
import { type UsedDetails, useDetails } from '../../features/tracking/details/use-details.ts'
import { FormatCheck } from '../../features/tracking/format-checks.tsx'
import { Viewings } from '../../features/tracking/viewings/viewings.tsx'
import { OwnWishNotes } from '../../features/tracking/wish/own-wish-notes.tsx'
import { WhileSignedIn } from '../../session/while-signed-in.tsx'
import { Button } from '../../ui/button/button.tsx'
import styles from './film-page.module.css'

interface Props {
  film: ShownFilm
  askToSignIn: AskToSignIn
}

interface Own {
  userId: string
}

/** What a person has noted of a film: copies, viewings and, while they wish for it, why and how much. */
export function OwnDetails(props: Props) {
  return <WhileSignedIn>{({ userId }) => <Details {...props} userId={userId} />}</WhileSignedIn>
}

function Details({ film, userId, askToSignIn }: Props & Own) {
  const used = useDetails(userId, film, askToSignIn)
  const { details, refused, isQueued, change } = used
  if (used.hasFailed) return <Unreadable what="copies and viewings" onRetry={used.retry} />
  if (!details) return null
  return (
    <>
      <OwnCopies released={film} used={used} />
      <Viewings
        viewings={details.viewings}
        refused={refused.viewings}
        isQueued={({ id }) => isQueued('viewing', id)}
        onSave={(viewing) => change({ mark: 'viewing', id: viewing.id, on: true, row: rowOf(viewing) })}
        onRemove={(viewing) =>
          change(
            { mark: 'viewing', id: viewing.id, on: false },
            { mark: 'viewing', id: viewing.id, on: true, row: rowOf(viewing) },
          )
        }
      />
      {(details.wish ?? refused.wish) && (
        <OwnWishNotes
          wish={details.wish ?? NO_WISH}
          refused={refused.wish}
          onSave={(wish) => change({ mark: 'wishlist', on: true, row: rowOf(wish) })}
        />
      )}
    </>
  )
}

interface SetProps {
  set: FilmSet
}

// Nothing tells in which formats a set without a spine was released.
const ANY_FORMAT = Object.fromEntries(FLAGS.map((flag) => [flag, !flag.endsWith('_oop')])) as Record<
  Flag,
  boolean
>

/** The boxes of a set without a spine: a person owns it as such, and through it its films. */
export function OwnSetTicks({ set: { id, title }, userId }: SetProps & Own) {
  return (
    <fieldset className={styles.ownSet}>
      <legend>I own it on</legend>
      {FORMATS.map((format) => (
        <FormatCheck key={format} film={{ setId: id, title }} format={format} userId={userId} isListed />
      ))}
    </fieldset>
  )
}

/** The copies of a set without a spine. */
export function OwnSetCopies(props: SetProps & Pick<Props, 'askToSignIn'>) {
  return (
    <WhileSignedIn>
      {({ userId }) => <SetCopies key={props.set.id} {...props} userId={userId} />}
    </WhileSignedIn>
  )
}

function SetCopies({ set, userId, askToSignIn }: SetProps & Own & Pick<Props, 'askToSignIn'>) {
  const tracked = { setId: set.id, title: set.title }
  const used = useDetails(userId, tracked, askToSignIn)
  if (used.hasFailed) return <Unreadable what="copies" onRetry={used.retry} />
  return <OwnCopies released={ANY_FORMAT} used={used} />
}

interface CopiesProps {
  released: Record<Flag, boolean>
  used: UsedDetails
}

function OwnCopies({ released, used: { details, refused, isOwned, isQueued, change } }: CopiesProps) {
  if (!details) return null
  return (
    <Copies
      film={released}
      copies={details.copies}
      refused={refused.copies}
      isOwned={isOwned}
      isQueued={({ id }) => isQueued('copy', id)}
      onSave={(copy) => change({ mark: 'copy', id: copy.id, on: true, row: rowOf(copy) })}
      onRemove={(copy) =>
        change(
          { mark: 'copy', id: copy.id, on: false },
          { mark: 'copy', id: copy.id, on: true, row: rowOf(copy) },
        )
      }
    />
  )
}

function Unreadable({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <div className={styles.unreadable}>
      <p role="status">Your {what} could not be loaded.</p>
      <Button small onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
