import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useAutomaticUpdate } from '../../automatic-update.ts'
import type { EditButtons } from '../../edit/delete/delete-title.tsx'
import type { AdminFilm } from '../../titles-query.ts'
import { Selection } from '../bulk/selection.ts'
import { pendingFlagsOf } from '../flags/pending-flags.ts'
import { ListHead } from './list-head.tsx'
import { ListMessage } from './list-message.tsx'
import { listedSpine, spineGroups, withOpenForms } from './list-order.ts'
import styles from './title-list.module.css'
import { TitleRow } from './title-row.tsx'
import { useTitles } from './use-titles.ts'

// Shown until the length of the list is known.
const SKELETON_ROWS = 12

interface Props {
  q: string
  onSearch: (q: string) => void
  renderCover: (film: AdminFilm) => ReactNode
}

/** All titles that match a search, each editable in its row, and many at once. */
export function TitleList({ q, onSearch, renderCover }: Props) {
  const titles = useTitles(q)
  const flags = pendingFlagsOf(useQueryClient())
  const [selection] = useState(() => new Selection())
  const [editButtons] = useState<EditButtons>(() => new Map())
  const [edited, setEdited] = useState<ReadonlyMap<number, AdminFilm>>(new Map())
  const { loaded, rendered = 0, total = SKELETON_ROWS, status } = titles

  const edit = useCallback((film: AdminFilm, editing: boolean) => {
    setEdited((edited) => {
      const next = new Map(edited)
      if (editing) next.set(film.id, film)
      else next.delete(film.id)
      return next
    })
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search clears the selection
  useEffect(() => selection.replace([]), [q, selection])
  useEffect(() => {
    if (loaded) selection.follow(loaded, status === 'complete')
  }, [loaded, status, selection])

  // The first titles of a search do not represent the catalogue.
  useAutomaticUpdate(titles.q === '' ? loaded : undefined)

  const spineOf = (film: AdminFilm) => listedSpine(film, edited)
  // The titles of another search do not tell how many titles this one has.
  const hasSkeleton = loaded ? titles.q === q && rendered < total : status === 'loading'
  return (
    <section className={styles.titles} aria-label="Titles">
      <ListHead q={q} titles={titles} selection={selection} />
      <ListMessage q={q} titles={titles} onSearch={onSearch} />
      <div className={styles.body}>
        {hasSkeleton && <svg className={styles.skeleton} height={`${total}em`} aria-hidden="true" />}
        {loaded && (
          // biome-ignore lint/a11y/useSemanticElements: groups stand between the list and its items
          <div
            role="list"
            className={titles.q === q ? styles.list : `${styles.list} ${styles.busy}`}
            aria-busy={titles.q !== q}
          >
            {spineGroups(withOpenForms(loaded.slice(0, rendered), edited), spineOf).map(
              ([group, members]) => (
                <TitleGroup key={group} rows={members.length}>
                  {members.map((film) => (
                    <TitleRow
                      key={film.id}
                      film={film}
                      flags={flags}
                      selection={selection}
                      editButtons={editButtons}
                      editing={edited.has(film.id)}
                      onEdit={edit}
                      renderCover={renderCover}
                    />
                  ))}
                </TitleGroup>
              ),
            )}
          </div>
        )}
      </div>
    </section>
  )
}

/** Some rows. The browser skips rendering of groups out of sight, which is cheaper than doing so for each row. */
function TitleGroup({ rows, children }: { rows: number; children: ReactNode }) {
  const group = useRef<HTMLUListElement>(null)

  // Sets the height of a group that is not rendered; by script, since the content policy allows no style attribute.
  useLayoutEffect(() => group.current?.style.setProperty('--rows', String(rows)), [rows])

  return (
    <ul ref={group} className={styles.group} role="presentation">
      {children}
    </ul>
  )
}
