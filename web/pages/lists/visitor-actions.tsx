import { Bookmark, Eye, Library } from 'lucide-react'
import type { Mark } from '../../../domain/tracking/marks.ts'
import type { AskToSignIn } from '../../features/auth/use-sign-in-dialog.tsx'
import type { CatalogueFilm } from '../../features/catalogue/films/films-query.ts'
import { PanelButton } from '../../features/film/panel/panel-button.tsx'
import { markOfClaimTitle } from '../../features/tracking/marks/marks.ts'

interface Props {
  film: CatalogueFilm
  askToSignIn: AskToSignIn
}

/** The actions that a visitor is offered for a film. Each asks to sign in. */
export function VisitorActions({ film, askToSignIn }: Props) {
  const { id, title } = film
  const askFor = (mark: Mark | undefined) =>
    askToSignIn(mark && { requestedMark: { film: { id, title }, mark } })

  return (
    <>
      <PanelButton icon={Library} label="Claim Title" onClick={() => askFor(markOfClaimTitle(film))} />
      <PanelButton icon={Bookmark} label="Wishlist" onClick={() => askFor('wishlist')} />
      <PanelButton icon={Eye} label="Mark Watched" onClick={() => askFor('watched')} />
    </>
  )
}
