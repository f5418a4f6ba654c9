import { DEFAULT_VIEW, type View } from '../toolbar/view.ts'
import { ViewLink } from '../toolbar/view-link.tsx'
import { GridMessage } from './grid-message.tsx'

/** Reports that no film matches, and offers to clear search and filter. */
export function NoMatch({ view }: { view: View }) {
  const { q, format } = DEFAULT_VIEW
  return (
    <GridMessage plate="0" sentence={view.q ? `No films match “${view.q}”.` : 'No films match this filter.'}>
      <ViewLink look="solid" change={{ q, format }}>
        Clear search
      </ViewLink>
    </GridMessage>
  )
}
