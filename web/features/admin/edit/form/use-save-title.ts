import { useQueryClient } from '@tanstack/react-query'
import type { Faults } from '../../../../ui/form/use-form.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { recheckAccess } from '../../recheck-is-admin.ts'
import { catalogueChanged, putTitles } from '../../titles-query.ts'
import { type Draft, filmOf } from '../draft/draft.ts'
import { NO_LONGER_ADMIN, refusalOf } from '../draft/save-failure.ts'
import { saveTitle } from './save-title.ts'
import type { useTitleDraft } from './use-title-draft.ts'

/** Saves an edit and says what came of it; answers what is wrong beside which field. */
export function useSaving(
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
        putTitles(cache, [saved.title])
        catalogueChanged(cache)
        toast({ title: 'Film updated successfully' })
        onSaved()
        // Its row is another one now, and the focus would be nowhere.
        if (saved.title.spine !== editing.base.spine) {
          document.getElementById('content')?.focus({ preventScroll: true })
        }
        return
      case 'overtaken':
        await editing.overtakenBy(saved.latest)
        showNotice()
        return notSaved('It was changed meanwhile. Look at what is different now, then save again.')
      case 'deleted':
        await editing.deletedMeanwhile()
        showNotice()
        return notSaved('It was deleted meanwhile. Bring it back first, or cancel.')
      case 'no admin':
        void recheckAccess(cache)
        return notSaved(NO_LONGER_ADMIN)
      case 'failed': {
        const { faults, sentence } = await refusalOf(saved.failure, filmOf(draft))
        if (sentence === NO_LONGER_ADMIN) void recheckAccess(cache)
        return notSaved(sentence, faults)
      }
    }
  }
}

/** Says why nothing was saved. */
export function notSaved(description: string, faults: Faults<Draft> = {}): Faults<Draft> {
  toast({ title: 'Failed to update film', description, destructive: true })
  return faults
}
