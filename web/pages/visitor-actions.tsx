import { Bookmark, Eye, Library } from 'lucide-react'
import { PanelButton } from '../features/film/panel-button.tsx'

/** What a visitor is offered to do about a film: all of it takes an account. */
export function VisitorActions({ onClick }: { onClick: () => void }) {
  return (
    <>
      <PanelButton icon={Library} label="Claim Title" onClick={onClick} />
      <PanelButton icon={Bookmark} label="Wishlist" onClick={onClick} />
      <PanelButton icon={Eye} label="Mark Watched" onClick={onClick} />
    </>
  )
}
