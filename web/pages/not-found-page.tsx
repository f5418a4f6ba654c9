import { PAGE_TITLES } from '../../domain/page-titles.ts'
import { PATHS } from '../../domain/paths.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { Notice } from './notice.tsx'
import { PageFrame } from './page-frame.tsx'

const COVER = { spine: 404, title: 'The Lost Reel', director: 'Nobody', year: 1895 }

export function NotFoundPage() {
  return (
    <PageFrame title={PAGE_TITLES.notFound} isShort>
      <Notice
        cover={COVER}
        heading="Oops! Page not found"
        text="There is no page at this address. Please check it for typing errors, or go to the home page."
      >
        <ButtonLink to={PATHS.home} look="solid">
          Return to Home
        </ButtonLink>
      </Notice>
    </PageFrame>
  )
}
