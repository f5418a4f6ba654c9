import { Dialog } from '@base-ui/react/dialog'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { attempt } from '../../../attempt.ts'
import { Button } from '../../../ui/button.tsx'
import dialog from '../../../ui/dialog.module.css'
import { toast } from '../../../ui/toast.ts'
import { type Faults, useForm } from '../../../ui/use-form.ts'
import { recheckAccess } from '../recheck-access.ts'
import { catalogueChanged } from '../titles-query.ts'
import { checkDraft, lacksRequired, REQUIRED_MESSAGE } from './check-draft.ts'
import { type Draft, emptyDraft, filmOf, withoutStrayFlags } from './draft.ts'
import { FilmFields } from './film-fields.tsx'
import { FormNotice } from './form-notice.tsx'
import { NO_LONGER_ADMIN, refusalOf } from './refusal.ts'

interface Props {
  onChanged: (isChanged: boolean) => void
  onAdded: () => void
}

export function AddForm({ onChanged, onAdded }: Props) {
  const cache = useQueryClient()
  const [draft, setDraft] = useState(() => emptyDraft(new Date().getFullYear()))
  const { form, field, tick, sending, tried } = useForm({ values: draft, onChange, check: checkDraft, send })

  function onChange(next: Draft) {
    setDraft(withoutStrayFlags(next))
    onChanged(true)
  }

  async function send(values: Draft): Promise<Faults<Draft> | undefined> {
    const film = filmOf(values)
    const { failure } = await attempt((client) => client.from('films').insert(film))
    if (!failure) {
      catalogueChanged(cache)
      toast({ title: 'Film added successfully', description: `Spine ${film.spine}, “${film.title}”.` })
      return void onAdded()
    }
    const { faults, sentence } = await refusalOf(failure, film)
    if (sentence === NO_LONGER_ADMIN) void recheckAccess(cache)
    toast({ title: 'Failed to add film', description: sentence, destructive: true })
    return faults
  }

  return (
    <form {...form} className={dialog.form} aria-label="New title">
      <FormNotice>{tried && lacksRequired(draft) && REQUIRED_MESSAGE}</FormNotice>
      <FilmFields draft={draft} field={field} tick={tick} />
      <div className={dialog.buttons}>
        <Dialog.Close render={<Button />}>Cancel</Dialog.Close>
        <Button type="submit" look="solid" aria-disabled={sending}>
          {sending ? 'Adding...' : 'Add Title'}
        </Button>
      </div>
    </form>
  )
}
