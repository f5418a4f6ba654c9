import { SearchBox } from '../../../ui/form/search-box.tsx'

interface Props {
  q: string
  onSearch: (q: string) => void
  resultsAt?: string
}

export function CollectionSearch(props: Props) {
  return (
    <SearchBox
      {...props}
      label="Search the collection"
      placeholder="Search by title, director, spine, or format (DVD, BD, 4K, LD)..."
    />
  )
}
