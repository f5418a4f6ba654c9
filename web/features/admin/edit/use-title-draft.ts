import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSession } from '../../../session.tsx'
import { type FilmColumn, inWords } from '../film-words.ts'
import type { Title } from '../titles-query.ts'
import { changedColumns, type Draft, draftOf, withoutStrayFlags } from './draft.ts'
import { rebase } from './rebase.ts'
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

/**
 * The draft of an edit. It follows what others save meanwhile, and is kept when its place goes from the page, as a row
 * does that no longer matches the search: it is there again with the next edit of the film.
 */
export function useTitleDraft(title: Title) {
  const session = useSession()
  const { userId, username } = session.status === 'signed-in' ? session : NOBODY
  const kept = useKept(['title-draft', userId, title.id])
  const [editing, setEditing] = useState<Editing>(
    () => kept.take() ?? { base: title, draft: draftOf(title), remarks: {} },
  )
  const { base, draft } = editing
  const isChanged = changedColumns(draft, base).length > 0
  const isDone = useRef(false)

  const keep = useEffectEvent(() => {
    if (isChanged && !isDone.current) kept.put({ ...editing, notice: editing.notice ?? STILL_HERE })
    else kept.clear()
  })
  useEffect(() => () => keep(), [])

  const follow = useEffectEvent(overtakenBy)
  const isOvertaken = title.revision > base.revision
  useEffect(() => {
    if (isOvertaken) follow(title)
  }, [isOvertaken, title])

  async function overtakenBy(latest: Title) {
    const who = await whoChanged(latest.id, latest.revision - base.revision, username)
    setEditing((now) => {
      if (now.base.revision >= latest.revision) return now
      const { draft, changes, contested } = rebase(now.draft, now.base, latest)
      const remarks = contested.map((column) => [
        column,
        `${who} made it ${inWords(column, latest[column])}. Saving puts yours in its place.`,
      ])
      return {
        base: latest,
        draft,
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

  return {
    ...editing,
    isChanged,
    change: (draft: Draft) => setEditing((now) => ({ ...now, draft: withoutStrayFlags(draft) })),
    overtakenBy,
    deletedMeanwhile,
    /** Nothing of it is to be kept: it is saved, or given up. */
    done: () => {
      isDone.current = true
    },
  }
}

const STILL_HERE = 'Your changes are still here. They are not saved yet.'

const NOBODY = { userId: '', username: undefined }

/** A place in the query cache, from which what is kept leaves with the person. */
function useKept(queryKey: readonly unknown[]) {
  const cache = useQueryClient()
  return {
    take: () => cache.getQueryData<Editing>(queryKey),
    put: (editing: Editing) => {
      cache.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY })
      cache.setQueryData(queryKey, editing)
    },
    clear: () => cache.removeQueries({ queryKey }),
  }
}
