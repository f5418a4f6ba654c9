import { Button } from '../../ui/button.tsx'
import { GridMessage } from './grid-message.tsx'
import { DEFAULT_VIEW, type View } from './view.ts'

interface Props {
  view: View
  onChange: (change: Partial<View>) => void
}

/** Says that search and filter leave nothing, and lifts them. */
export function NoMatch({ view, onChange }: Props) {
  const { q, format } = DEFAULT_VIEW
  return (
    <GridMessage plate="0" sentence={view.q ? `No films match “${view.q}”.` : 'No films match this filter.'}>
      <Button look="solid" onClick={() => onChange({ q, format })}>
        Clear search
      </Button>
    </GridMessage>
  )
}
