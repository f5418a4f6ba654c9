import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { listText } from '../../../../../domain/list-text.ts'
import { runRequest } from '../../../../data/run-request.ts'
import { useSession } from '../../../../session/session.tsx'
import { restoreFilm } from '../../restore-film.ts'
import type { AdminFilm } from '../../titles-query.ts'
import { changedColumns, type Draft, draftOf, type EditedColumn, withoutStrayFlags } from '../draft/draft.ts'
import { followSortNames } from '../draft/follow-sort-names.ts'
import { describe, rebase } from '../draft/rebase.ts'

/** A sentence about a column, shown beside its field. */
export type Remarks = { [Column in EditedColumn]?: string }

interface Editing {
  /** The version of the film that the draft changes. */
  base: AdminFilm
  draft: Draft
  /** What others changed while the form was open. */
  notice?: string
  remarks: Remarks
  deleted?: boolean
}

/** The draft of an edit, which is rebased onto what others save while the form is open. */
export function useTitleDraft(film: AdminFilm) {
  const session = useSession()
  const cache = useQueryClient()
  const username = session.status === 'signed-in' ? session.username : undefined
  const [editing, setEditing] = useState<Editing>({ base: film, draft: draftOf(film), remarks: {} })
  const { base, draft } = editing

  const follow = useEffectEvent((film: AdminFilm) => {
    if (film.revision > base.revision) void mergeLatest(film)
    // A flag that was pending when the edit began has failed, so the same revision now has other values.
    else if (film.revision === base.revision) setEditing((now) => rebaseEditing(now, film).editing)
  })
  useEffect(() => follow(film), [film])

  async function mergeLatest(latest: AdminFilm) {
    const who = await latestEditors(latest.id, latest.revision - base.revision, username)
    setEditing((now) => {
      if (now.base.revision >= latest.revision) return now
      const { editing, changes, contested } = rebaseEditing(now, latest)
      const remarks = contested.map((column) => [
        column,
        `${who} changed it to ${describe(column, latest)}. Saving replaces that with your value.`,
      ])
      return {
        ...editing,
        ...(changes.length > 0 && {
          notice: `${who} changed this film while you were editing: ${changes.join('; ')}.`,
        }),
        remarks: { ...now.remarks, ...Object.fromEntries(remarks) },
      }
    })
  }

  async function markDeleted() {
    const who = await latestEditors(base.id, 1, username)
    setEditing((now) => ({
      ...now,
      deleted: true,
      notice: `${who} deleted this film while you were editing.`,
    }))
  }

  async function restore() {
    if (await restoreFilm(cache, base)) setEditing(({ deleted, notice, ...now }) => now)
  }

  return {
    ...editing,
    isChanged: changedColumns(draft, base).length > 0,
    change: (draft: Draft) =>
      setEditing((now) => ({ ...now, draft: withoutStrayFlags(followSortNames(draft, now.draft)) })),
    mergeLatest,
    markDeleted,
    restore,
  }
}

function rebaseEditing(now: Editing, latest: AdminFilm) {
  const { draft, ...rebased } = rebase(now.draft, now.base, latest)
  return { ...rebased, editing: { ...now, base: latest, draft } }
}

/** The people who made the latest `changes` changes of a film, to begin a sentence: 'anna', 'You and ben'. */
async function latestEditors(filmId: number, changes: number, me: string | undefined): Promise<string> {
  const { data } = await runRequest((client) =>
    client
      .from('film_history')
      .select('who')
      .eq('film_id', filmId)
      .order('at', { ascending: false })
      .limit(changes),
  )
  const names = new Set((data ?? []).map(({ who }) => who ?? ''))
  // If the history cannot be read, the change is still reported.
  if (names.size === 0) return 'Someone'
  const others = [...names].filter((name) => name !== me)
  return listText(others.length < names.size ? ['You', ...others] : others)
}
