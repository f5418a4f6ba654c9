import { memo, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { outsideLinks } from '../../../../../domain/film/links.ts'
import { DeleteTitle } from '../../edit/delete/delete-title.tsx'
import { EditTitle } from '../../edit/form/edit-title.tsx'
import type { Title } from '../../titles-query.ts'
import { SelectTitle } from '../bulk/select-title.tsx'
import type { Selection } from '../bulk/selection.ts'
import { FormatToggles } from '../writes/format-toggles.tsx'
import { type TitleWrites, titleAsWanted } from '../writes/title-writes.ts'
import { HistoryLink } from './history-link.tsx'
import { SiteLinks } from './site-links.tsx'
import styles from './title-row.module.css'

// Of the whole list: the group that it lies in is none.
const ITEM = { role: 'listitem' } as const

interface Props {
  /** As it was read with the list. */
  title: Title
  writes: TitleWrites
  selection: Selection
  editing: boolean
  onEdit: (title: Title, editing: boolean) => void
  renderCover: (title: Title) => ReactNode
}

/** One film with all that can be done to it. Memoised: there are 1,299 of them, and one is changed at a time. */
export const TitleRow = memo(function TitleRow(props: Props) {
  const { writes, editing, onEdit } = props
  const state = useSyncExternalStore(
    writes.subscribe,
    () => writes.get(props.title.id),
    () => undefined,
  )
  const title = titleAsWanted(props.title, state)
  const editButton = useEditButton(editing)

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
      <FormatToggles title={title} />
      <SiteLinks links={sites} title={title.title} />
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
        <DeleteTitle title={title} />
      </div>
    </li>
  )
})

/** Takes the focus back when the form that it opened is gone. */
function useEditButton(editing: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(editing)
  useEffect(() => {
    if (wasEditing.current && !editing) button.current?.focus()
    wasEditing.current = editing
  }, [editing])
  return button
}
