import { GridMessage } from '../features/catalogue/grid-message.tsx'
import { Button } from '../ui/button.tsx'
import { PageFrame } from '../ui/page-frame.tsx'

/** In place of a page that failed while rendering. */
export function ErrorPage() {
  return (
    <PageFrame title="Something went wrong">
      <GridMessage plate="!" sentence="Something went wrong on this page.">
        <Button look="solid" onClick={() => location.reload()}>
          Reload
        </Button>
      </GridMessage>
    </PageFrame>
  )
}
