import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useAutomaticUpdate } from '../../automatic-update.ts'
import type { Title } from '../../titles-query.ts'
import { Selection } from '../bulk/selection.ts'
import { titleWritesOf } from '../writes/title-writes.ts'
import { ListHead } from './list-head.tsx'
import { ListMessage } from './list-message.tsx'
import { placeOf, withEdited } from './list-order.ts'
import { spineGroups } from './spine-groups.ts'
import { TitleGroup } from './title-group.tsx'
import styles from './title-list.module.css'
import { TitleRow } from './title-row.tsx'
import { useTitles } from './use-titles.ts'

// What is to be seen of the list until it is known how long it is.
const PLACES = 12
// The groups stand between it and its items.
const LIST = { role: 'list' } as const

interface Props {
  q: string
  onSearch: (q: string) => void
  renderCover: (title: Title) => ReactNode
}

/** All titles that match a search, each to be changed in its place, and many together. */
export function TitleList({ q, onSearch, renderCover }: Props) {
  const titles = useTitles(q)
  const writes = titleWritesOf(useQueryClient())
  const [selection] = useState(() => new Selection())
  const [edited, setEdited] = useState<ReadonlyMap<number, Title>>(new Map())
  const { loaded, drawn = 0, total = PLACES, status } = titles

  const edit = useCallback((title: Title, editing: boolean) => {
    setEdited((edited) => {
      const next = new Map(edited)
      if (editing) next.set(title.id, title)
      else next.delete(title.id)
      return next
    })
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another search selects from other films
  useEffect(() => selection.replace([]), [q, selection])
  useEffect(() => {
    if (loaded) selection.follow(loaded, status === 'complete')
  }, [loaded, status, selection])

  // The first titles of a search say nothing about the catalogue.
  useAutomaticUpdate(titles.q === '' ? loaded : undefined)

  const place = (title: Title) => placeOf(title, edited)
  // Those of another search say nothing about how many there will be.
  const isDrawing = loaded ? titles.q === q && drawn < total : status === 'loading'
  return (
    <section className={styles.titles} aria-label="Titles">
      <ListHead q={q} titles={titles} selection={selection} />
      <ListMessage q={q} titles={titles} onSearch={onSearch} />
      <div className={styles.body}>
        {isDrawing && <svg className={styles.places} height={`${total}em`} aria-hidden="true" />}
        {loaded && (
          <div
            {...LIST}
            className={titles.q === q ? styles.list : `${styles.list} ${styles.busy}`}
            aria-busy={titles.q !== q}
          >
            {spineGroups(withEdited(loaded.slice(0, drawn), edited), place).map(([group, members]) => (
              <TitleGroup key={group} rows={members.length}>
                {members.map((title) => (
                  <TitleRow
                    key={title.id}
                    title={title}
                    writes={writes}
                    selection={selection}
                    editing={edited.has(title.id)}
                    onEdit={edit}
                    renderCover={renderCover}
                  />
                ))}
              </TitleGroup>
            ))}
          </div>
        )}
      </div>
    </section>
  )
}
