import { PATHS } from '../../domain/paths.ts'
import { ButtonLink } from '../ui/form/button.tsx'
import { PageFrame } from '../ui/page/page-frame.tsx'
import { Notice } from './notice.tsx'

const COVER = { spine: 404, title: 'The Lost Reel', director: 'Nobody', year: 1895 }

export function NotFoundPage() {
  return (
    <PageFrame title="Page not found">
      <Notice
        cover={COVER}
        heading="Oops! Page not found"
        text="This address leads to no page of the catalogue. It may have been mistyped, or what was here is gone."
      >
        <ButtonLink to={PATHS.home} look="solid">
          Return to Home
        </ButtonLink>
      </Notice>
    </PageFrame>
  )
}
