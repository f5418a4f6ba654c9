import { PATHS } from '../../domain/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { Notice } from './notice.tsx'

const COVER = { spine: 1300, title: 'Your Collection', director: 'Yourself', year: 2026 }

export function AuthPage() {
  return (
    <PageFrame title="Sign in">
      <Notice
        cover={COVER}
        heading="Accounts are coming"
        text="Soon you can sign up here, tick the discs on your shelf, keep a wishlist and remember what you have watched. Until then the whole catalogue is open for browsing."
      >
        <ButtonLink to={PATHS.home} look="solid">
          Back to the collection
        </ButtonLink>
      </Notice>
    </PageFrame>
  )
}
