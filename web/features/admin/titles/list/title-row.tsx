import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, memo, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { outsideLinks } from '../../../../../domain/film/links.ts'
import { PATHS } from '../../../../../domain/paths.ts'
import { DeleteTitle, type EditButtons } from '../../edit/delete/delete-title.tsx'
import { EditTitle } from '../../edit/form/edit-title.tsx'
import type { Title } from '../../titles-query.ts'
import { SelectTitle } from '../bulk/select-title.tsx'
import type { Selection } from '../bulk/selection.ts'
import { FormatToggles } from '../writes/format-toggles.tsx'
import { type TitleWrites, withPendingFlags } from '../writes/title-writes.ts'
import { SiteLinks } from './site-links.tsx'
import styles from './title-row.module.css'

// An item of the whole list: its group is a <ul> without a role, so the <li> has none either. Spread, because the linter
// takes the role for redundant.
const ITEM = { role: 'listitem' } as const

interface Props {
  /** As it was read with the list. */
  title: Title
  writes: TitleWrites
  selection: Selection
  editButtons: EditButtons
  editing: boolean
  onEdit: (title: Title, editing: boolean) => void
  renderCover: (title: Title) => ReactNode
}

/** One film with every action on it. Memoised: the list has 1,299 rows, and usually one of them changes. */
export const TitleRow = memo(function TitleRow(props: Props) {
  const { writes, editing, onEdit, editButtons } = props
  const state = useSyncExternalStore(
    writes.subscribe,
    () => writes.get(props.title.id),
    () => undefined,
  )
  const title = withPendingFlags(props.title, state)
  const editButton = useEditButton(title.id, editing, editButtons)

  if (editing) {
    return (
      <li {...ITEM} className={styles.editing}>
        <EditTitle title={title} onClose={() => onEdit(title, false)} />
      </li>
    )
  }
  const [product, ...sites] = outsideLinks(title)
  return (
    <li {...ITEM} className={styles.row}>
      <SelectTitle title={title} selection={props.selection} />
      <div className={styles.cover}>{props.renderCover(title)}</div>
      <p className={styles.spine}>
        <span className="visually-hidden">Spine </span>
        {title.spine}
      </p>
      <h2 className={styles.title} title={title.title}>
        <a href={product?.href} target="_blank" rel="noopener noreferrer">
          {title.title}
        </a>
      </h2>
      <p className={styles.director} title={title.director}>
        {title.director}
      </p>
      <p className={styles.facts}>
        <span className={styles.country} title={title.country ?? undefined}>
          {title.country}
        </span>
        <span className={styles.year}>{title.year}</span>
      </p>
      <FormatToggles title={title} className={styles.formats} />
      <SiteLinks links={sites} title={title.title} className={styles.sites} />
      <div className={styles.actions}>
        <button
          ref={editButton}
          type="button"
          aria-label={`Edit ${title.title}`}
          onClick={() => onEdit(title, true)}
        >
          Edit
        </button>
        <HistoryLink title={title} />
        <DeleteTitle title={title} editButtons={editButtons} />
      </div>
    </li>
  )
})

/** A ref for the Edit button. Registers the button in the list, and focuses it when the form closes. */
function useEditButton(filmId: number, editing: boolean, editButtons: EditButtons) {
  const ref = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(editing)
  useEffect(() => {
    const button = ref.current
    if (wasEditing.current && !editing) button?.focus()
    wasEditing.current = editing
    if (!button) return
    editButtons.set(filmId, button)
    return () => void editButtons.delete(filmId)
  }, [filmId, editing, editButtons])
  return ref
}

/** Leads to the history of a film. The router's own Link would make 1,299 listeners of each change of the address. */
function HistoryLink({ title: { id, title } }: { title: Title }) {
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
