import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { catalogueChanged } from '../../titles-query.ts'
import { saveSet } from './save-set.ts'
import {
  draftOfSet,
  emptyRow,
  isSameSet,
  type SetDraft,
  type SetFaults,
  setFaults,
  setOf,
  spinesIn,
} from './set-draft.ts'
import { namedFilmsQuery, readSet, setQuery } from './set-query.ts'

/** The draft of the box set that a film is. */
export function useSetDraft(film: { id: number; title: string }) {
  const cache = useQueryClient()
  const stored = useQuery(setQuery(film.id))
  const [typed, setTyped] = useState<SetDraft>()
  const [faults, setFaultsShown] = useState<SetFaults>()
  const base = stored.data ? draftOfSet(stored.data.set, stored.data.spineOf) : undefined
  const draft = typed ?? base
  const { data: named = [] } = useQuery(namedFilmsQuery(draft ? spinesIn(draft) : []))
  const isChanged = typed !== undefined && !(base && isSameSet(typed, base))

  function change(next: SetDraft) {
    setTyped(next)
    setFaultsShown(undefined)
  }

  /** Saves the draft if it was changed. Returns why it was not saved, if so. */
  async function save(): Promise<string | undefined> {
    if (!typed || !isChanged) return undefined
    const films = await cache.fetchQuery(namedFilmsQuery(spinesIn(typed))).catch(() => undefined)
    if (!films) return 'The films of the box set could not be looked up. Try again.'
    const idOf = new Map(films.map(({ spine, id }) => [spine, id]))
    const found = setFaults(typed, idOf)
    setFaultsShown(found)
    if (found) return 'The box set has faults.'
    const failure = await saveSet(film.id, stored.data?.set ?? null, setOf(typed, idOf))
    if (failure && !(await isStored(typed))) return failure
    void catalogueChanged(cache)
    await stored.refetch()
    setTyped(undefined)
  }

  /** Whether a draft is stored already: the response to an earlier attempt may have been lost. */
  async function isStored(wanted: SetDraft): Promise<boolean> {
    const found = await readSet(film.id).catch(() => null)
    return found !== null && isSameSet(wanted, draftOfSet(found.set, found.spineOf))
  }

  return {
    status: stored.isPending ? 'loading' : stored.isError ? 'unreadable' : draft ? 'set' : 'none',
    draft,
    named: new Map(named.map((film) => [film.spine, film])),
    faults,
    isChanged,
    change,
    /** Makes the film a box set. */
    begin: () => change({ title: film.title, criterionId: '', rows: [emptyRow()] }),
    save,
  } as const
}
