import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { PATHS } from '../../../../../domain/paths.ts'
import type { Title } from '../../titles-query.ts'

/** Leads to what became of a film. Not the router's own link: 1,299 of those would listen to each change of the address. */
export function HistoryLink({ title: { id, title } }: { title: Title }) {
  const router = useRouter()

  function follow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ to: PATHS.adminHistory, search: { film: id } })
  }

  return (
    <a href={`${PATHS.adminHistory}?film=${id}`} aria-label={`History of ${title}`} onClick={follow}>
      History
    </a>
  )
}
