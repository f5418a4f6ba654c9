import { Dialog } from '@base-ui/react/dialog'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import { runRequest } from '../../../../data/run-request.ts'
import { useSession } from '../../../../session/session.tsx'
import { SESSION_ENDED, SessionEnded } from '../../../../session/session-ended.tsx'
import { Button } from '../../../../ui/button/button.tsx'
import dialog from '../../../../ui/dialog/dialog.module.css'
import { FormNotice } from '../../../../ui/form/form-notice.tsx'
import { type Faults, useForm } from '../../../../ui/form/use-form.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { recheckIsAdmin } from '../../recheck-is-admin.ts'
import { catalogueChanged } from '../../titles-query.ts'
import { checkDraft, lacksRequired, REQUIRED_MESSAGE } from '../draft/check-draft.ts'
import { type Draft, emptyDraft, filmOf, withoutStrayFlags } from '../draft/draft.ts'
import { followSortNames } from '../draft/follow-sort-names.ts'
import { describeSaveFailure, NO_LONGER_ADMIN } from '../draft/save-failure.ts'
import { FilmFields } from '../form/film-fields.tsx'
import styles from './add-title.module.css'
import { nextSpineQuery, spineAfter } from './next-spine-query.ts'

interface Props {
  onChanged: (isChanged: boolean) => void
  onDone: () => void
}

export function AddForm({ onChanged, onDone }: Props) {
  const cache = useQueryClient()
  const session = useSession()
  const { data: nextSpine } = useQuery(nextSpineQuery())
  const [typed, setTyped] = useState<Typed>(emptyForm)
  const draft = useMemo(
    () => ({ ...typed, spine: typed.spine ?? String(nextSpine ?? 0) }),
    [typed, nextSpine],
  )
  const { form, field, tick, sending, tried } = useForm({ values: draft, onChange, check: checkDraft, send })
  const [added, setAdded] = useState(0)
  const addsAnother = useRef(false)
  useSelectedSpine(form.ref, added, nextSpine)

  function onChange(next: Draft) {
    const isProposal = typed.spine === undefined && next.spine === draft.spine
    setTyped({
      ...withoutStrayFlags(followSortNames(next, draft)),
      spine: isProposal ? undefined : next.spine,
    })
    onChanged(true)
  }

  async function send(values: Draft): Promise<Faults<Draft> | undefined> {
    if (session.status === 'signed-out') return showFailure(SESSION_ENDED)
    const film = filmOf(values)
    const { failure } = await runRequest((client) => client.from('films').insert(film))
    if (!failure) {
      catalogueChanged(cache)
      toast({ title: 'Film added successfully', description: `Spine ${film.spine}, “${film.title}”.` })
      return void (addsAnother.current ? startNext(film.spine) : onDone())
    }
    const { faults, sentence } = await describeSaveFailure(failure, film)
    if (sentence === NO_LONGER_ADMIN) void recheckIsAdmin(cache)
    return showFailure(sentence, faults)
  }

  function showFailure(description: string, faults: Faults<Draft> = {}): Faults<Draft> {
    toast({ title: 'Failed to add film', description, destructive: true })
    return faults
  }

  function startNext(spine: number) {
    cache.setQueryData(nextSpineQuery().queryKey, (next) => spineAfter(Math.max(spine, (next ?? 1) - 1)))
    setTyped(emptyForm)
    setAdded(added + 1)
    onChanged(false)
  }

  function addAndNext() {
    addsAnother.current = true
    form.ref.current?.requestSubmit()
  }

  return (
    <form {...form} className={dialog.form} aria-label="New title">
      <SessionEnded />
      <FormNotice>{tried && lacksRequired(draft) && REQUIRED_MESSAGE}</FormNotice>
      <FilmFields
        draft={draft}
        field={(name) => (name === 'spine' ? { ...field(name), ...SELECT_ON_FOCUS } : field(name))}
        tick={tick}
      />
      <div className={`${dialog.buttons} ${styles.buttons}`}>
        <Dialog.Close render={<Button />}>Cancel</Dialog.Close>
        <Button aria-disabled={sending} onClick={addAndNext}>
          Add and Next
        </Button>
        <Button
          type="submit"
          look="solid"
          aria-disabled={sending}
          // The Enter key clicks this button too.
          onClick={() => {
            addsAnother.current = false
          }}
        >
          {sending ? 'Adding...' : 'Add Title'}
        </Button>
      </div>
    </form>
  )
}

/** The typed values; `spine` is undefined while it is still the proposed one. */
type Typed = Omit<Draft, 'spine'> & { spine?: string | undefined }

function emptyForm(): Typed {
  return { ...emptyDraft(new Date().getFullYear()), spine: undefined }
}

const SELECT_ON_FOCUS = {
  onFocus: ({ currentTarget }: { currentTarget: HTMLInputElement }) => currentTarget.select(),
  // Without this, the click that focuses the field would replace the selection with a caret.
  onMouseDown(event: MouseEvent<HTMLInputElement>) {
    if (document.activeElement === event.currentTarget) return
    event.preventDefault()
    event.currentTarget.focus()
  },
}

/** Selects the text of the spine, the first field, for each new title and again when another spine is proposed. */
function useSelectedSpine(form: { current: HTMLFormElement | null }, added: number, proposed: unknown) {
  const spine = () => form.current?.querySelector('input')
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each added title
  useEffect(() => {
    if (added > 0) spine()?.focus()
  }, [added])
  // biome-ignore lint/correctness/useExhaustiveDependencies: setting the value clears the selection
  useEffect(() => {
    const field = spine()
    if (field && field === document.activeElement) field.select()
  }, [added, proposed])
}
