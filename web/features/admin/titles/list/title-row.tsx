import { memo, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { outsideLinks } from '../../../../../domain/film/links.ts'
import { PATHS } from '../../../../../domain/paths.ts'
import { FilmLink } from '../../../../ui/link/film-link.tsx'
import { ListLink } from '../../../../ui/link/list-link.tsx'
import { DeleteTitle, type EditButtons } from '../../edit/delete/delete-title.tsx'
import { EditTitle } from '../../edit/form/edit-title.tsx'
import type { AdminFilm } from '../../titles-query.ts'
import { SelectTitle } from '../bulk/select-title.tsx'
import type { Selection } from '../bulk/selection.ts'
import { FormatToggles } from '../flags/format-toggles.tsx'
import { type PendingFlags, withPendingFlags } from '../flags/pending-flags.ts'
import { SiteLinks } from './site-links.tsx'
import styles from './title-row.module.css'

// An item of the whole list: its group is a <ul> without a role, so the <li> has none either. Spread, because the linter
// takes the role for redundant.
const ITEM = { role: 'listitem' } as const

interface Props {
  /** As it was read with the list. */
  film: AdminFilm
  flags: PendingFlags
  selection: Selection
  editButtons: EditButtons
  editing: boolean
  onEdit: (film: AdminFilm, editing: boolean) => void
  renderCover: (film: AdminFilm) => ReactNode
}

/** One film with every action on it. Memoised: the list has 1,299 rows, and usually one of them changes. */
export const TitleRow = memo(function TitleRow(props: Props) {
  const { flags, editing, onEdit, editButtons } = props
  const state = useSyncExternalStore(
    flags.subscribe,
    () => flags.get(props.film.id),
    () => undefined,
  )
  const film = withPendingFlags(props.film, state)
  const editButton = useEditButton(film.id, editing, editButtons)

  if (editing) {
    return (
      <li {...ITEM} className={styles.editing}>
        <EditTitle film={film} onClose={() => onEdit(film, false)} />
      </li>
    )
  }
  return (
    <li {...ITEM} className={styles.row}>
      <SelectTitle film={film} selection={props.selection} />
      <div className={styles.cover}>{props.renderCover(film)}</div>
      <p className={styles.spine}>
        <span className="visually-hidden">Spine </span>
        {film.spine}
      </p>
      <h2 className={styles.title} title={film.title}>
        <FilmLink spine={film.spine}>{film.title}</FilmLink>
      </h2>
      <p className={styles.director} title={film.director}>
        {film.director}
      </p>
      <p className={styles.facts}>
        <span className={styles.country} title={film.country ?? undefined}>
          {film.country}
        </span>
        <span className={styles.year}>{film.year}</span>
      </p>
      <FormatToggles film={film} className={styles.formats} />
      <SiteLinks links={outsideLinks(film)} title={film.title} className={styles.sites} />
      <div className={styles.actions}>
        <button
          ref={editButton}
          type="button"
          aria-label={`Edit ${film.title}`}
          onClick={() => onEdit(film, true)}
        >
          Edit
        </button>
        <ListLink href={`${PATHS.adminHistory}?film=${film.id}`} aria-label={`History of ${film.title}`}>
          History
        </ListLink>
        <DeleteTitle film={film} editButtons={editButtons} />
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
