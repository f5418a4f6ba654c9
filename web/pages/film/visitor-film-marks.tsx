import { Bookmark, Eye } from 'lucide-react'
import { FORMAT_LABELS, type Format } from '../../../domain/film/formats.ts'
import type { Mark } from '../../../domain/tracking/marks.ts'
import type { ShownFilm } from '../../data/film-columns.ts'
import type { AskToSignIn } from '../../features/auth/use-sign-in-dialog.tsx'
import { MarkToggle } from '../../features/film/page/mark-toggle.tsx'
import { WishToggle } from '../../features/film/page/wish-toggle.tsx'
import { Ticket } from '../../ui/disc/ticket.tsx'

interface Props {
  film: ShownFilm
  disabled?: boolean
  askToSignIn?: AskToSignIn
}

/** The marks that a visitor is offered on a film's page; each asks to sign in. If disabled, they are placeholders. */
export function VisitorToggles({ film: { id, title }, disabled, askToSignIn }: Props) {
  const askFor = (mark: Mark) => () => askToSignIn?.({ requestedMark: { film: { id, title }, mark } })
  return (
    <>
      <MarkToggle icon={Eye} label="Mark Watched" disabled={disabled} onClick={askFor('watched')} />
      <MarkToggle icon={Bookmark} label="Wishlist" disabled={disabled} onClick={askFor('wishlist')} />
    </>
  )
}

export function VisitorTick({ film, format, disabled, askToSignIn }: Props & { format: Format }) {
  const { id, title } = film
  return (
    <button
      type="button"
      aria-label={`${FORMAT_LABELS[format]} of ${title}`}
      disabled={disabled}
      onClick={() => askToSignIn?.({ requestedMark: { film: { id, title }, mark: format } })}
    >
      <Ticket outOfPrint={film[`${format}_oop`]}>{FORMAT_LABELS[format]}</Ticket>
    </button>
  )
}

export function VisitorWish({ film, format, disabled, askToSignIn }: Props & { format: Format }) {
  const { id, title } = film
  return (
    <WishToggle
      film={film}
      format={format}
      disabled={disabled ?? false}
      onClick={() => askToSignIn?.({ requestedMark: { film: { id, title }, mark: 'wishlist' } })}
    />
  )
}
