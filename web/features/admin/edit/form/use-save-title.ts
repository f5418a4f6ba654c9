import { useQueryClient } from '@tanstack/react-query'
import type { Faults } from '../../../../ui/form/use-form.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { recheckIsAdmin } from '../../recheck-is-admin.ts'
import { catalogueChanged, replaceFilms } from '../../titles-query.ts'
import { type Draft, filmOf } from '../draft/draft.ts'
import { describeSaveFailure, NO_LONGER_ADMIN } from '../draft/save-failure.ts'
import { saveTitle } from './save-title.ts'
import type { useTitleDraft } from './use-title-draft.ts'

/** Saves an edit and shows the outcome. The returned function resolves with the faults of the fields, if any. */
export function useSaveTitle(
  editing: ReturnType<typeof useTitleDraft>,
  showNotice: () => void,
  onSaved: () => void,
) {
  const cache = useQueryClient()

  return async (draft: Draft): Promise<Faults<Draft> | undefined> => {
    if (!editing.isChanged) return void onSaved()
    const saved = await saveTitle(editing.base, draft)
    switch (saved.status) {
      case 'saved':
        replaceFilms(cache, [saved.film])
        catalogueChanged(cache)
        toast({ title: 'Film updated successfully' })
        onSaved()
        // With another spine the film gets a new row, and the focus would be lost.
        if (saved.film.spine !== editing.base.spine) {
          document.getElementById('content')?.focus({ preventScroll: true })
        }
        return
      case 'conflict':
        await editing.mergeLatest(saved.latest)
        showNotice()
        return showSaveFailure(
          'The film was changed while you were editing. Check the changes, then save again.',
        )
      case 'deleted':
        await editing.markDeleted()
        showNotice()
        return showSaveFailure('The film was deleted while you were editing. Restore it first, or cancel.')
      case 'not admin':
        void recheckIsAdmin(cache)
        return showSaveFailure(NO_LONGER_ADMIN)
      case 'failed': {
        const { faults, sentence } = await describeSaveFailure(saved.failure, filmOf(draft))
        if (sentence === NO_LONGER_ADMIN) void recheckIsAdmin(cache)
        return showSaveFailure(sentence, faults)
      }
    }
  }
}

/** Shows why nothing was saved, and returns the faults. */
export function showSaveFailure(description: string, faults: Faults<Draft> = {}): Faults<Draft> {
  toast({ title: 'Failed to update film', description, destructive: true })
  return faults
}
