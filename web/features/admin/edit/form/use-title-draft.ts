import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSession } from '../../../../session/session.tsx'
import { type FilmColumn, inWords } from '../../film-words.ts'
import { restoreFilm } from '../../restore-film.ts'
import type { Title } from '../../titles-query.ts'
import { changedColumns, type Draft, draftOf, withoutStrayFlags } from '../draft/draft.ts'
import { rebase } from '../draft/rebase.ts'
import { whoChanged } from './who-changed.ts'

/** What is to be known of a column, as a sentence. */
export type Remarks = { [Column in FilmColumn]?: string }

interface Editing {
  /** The film as the draft goes on from it. */
  base: Title
  draft: Draft
  /** What others have done meanwhile. */
  notice?: string
  remarks: Remarks
  deleted?: boolean
}

/** The draft of an edit, which follows what others save meanwhile. */
export function useTitleDraft(title: Title) {
  const session = useSession()
  const cache = useQueryClient()
  const username = session.status === 'signed-in' ? session.username : undefined
  const [editing, setEditing] = useState<Editing>({ base: title, draft: draftOf(title), remarks: {} })
  const { base, draft } = editing

  const follow = useEffectEvent((title: Title) => {
    if (title.revision > base.revision) void overtakenBy(title)
    // A wish that was on its way when the edit began has come to nothing.
    else if (title.revision === base.revision) setEditing((now) => goneOn(now, title).editing)
  })
  useEffect(() => follow(title), [title])

  async function overtakenBy(latest: Title) {
    const who = await whoChanged(latest.id, latest.revision - base.revision, username)
    setEditing((now) => {
      if (now.base.revision >= latest.revision) return now
      const { editing, changes, contested } = goneOn(now, latest)
      const remarks = contested.map((column) => [
        column,
        `${who} made it ${inWords(column, latest[column])}. Saving puts yours in its place.`,
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

  async function deletedMeanwhile() {
    const who = await whoChanged(base.id, 1, username)
    setEditing((now) => ({
      ...now,
      deleted: true,
      notice: `${who} deleted this film while you were editing.`,
    }))
  }

  async function bringBack() {
    if (await restoreFilm(cache, base)) setEditing(({ deleted, notice, ...now }) => now)
  }

  return {
    ...editing,
    isChanged: changedColumns(draft, base).length > 0,
    change: (draft: Draft) => setEditing((now) => ({ ...now, draft: withoutStrayFlags(draft) })),
    overtakenBy,
    deletedMeanwhile,
    bringBack,
  }
}

function goneOn(now: Editing, latest: Title) {
  const { draft, ...rebased } = rebase(now.draft, now.base, latest)
  return { ...rebased, editing: { ...now, base: latest, draft } }
}
