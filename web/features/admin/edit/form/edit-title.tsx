import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { FORMATS } from '../../../../../domain/film/formats.ts'
import { useSession } from '../../../../session/session.tsx'
import { SESSION_ENDED, SessionEnded } from '../../../../session/session-ended.tsx'
import { Button } from '../../../../ui/button/button.tsx'
import { FormNotice } from '../../../../ui/form/form-notice.tsx'
import { useForm } from '../../../../ui/form/use-form.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useConfirmFormatRemoval } from '../../confirm-format-removal.tsx'
import type { AdminFilm } from '../../titles-query.ts'
import { checkDraft, lacksRequired, REQUIRED_MESSAGE } from '../draft/check-draft.ts'
import type { Draft } from '../draft/draft.ts'
import { SetFields } from '../set/set-fields.tsx'
import { useSetDraft } from '../set/use-set-draft.ts'
import styles from './edit-title.module.css'
import { FilmFields } from './film-fields.tsx'
import { useUnsavedChanges } from './unsaved-changes.tsx'
import { showSaveFailure, useSaveTitle } from './use-save-title.ts'
import { useTitleDraft } from './use-title-draft.ts'

interface Props {
  film: AdminFilm
  onClose: () => void
}

/** The form that edits a film; it replaces the row of the film. */
export function EditTitle({ film, onClose }: Props) {
  const headingId = useId()
  const session = useSession()
  const editing = useTitleDraft(film)
  const { draft, base, notice, deleted } = editing
  const noticeRef = useRef<HTMLDivElement>(null)
  // The Save button is at the other end of the form.
  const showNotice = () => noticeRef.current?.scrollIntoView({ block: 'center' })
  const boxSet = useSetDraft(film)
  const isChanged = editing.isChanged || boxSet.isChanged
  const save = useSaveTitle(editing, showNotice, onClose)
  const removal = useConfirmFormatRemoval()
  const { form, field, tick, sending, tried } = useForm({
    values: draft,
    onChange: editing.change,
    check: checkDraft,
    send,
  })
  const { close, question } = useUnsavedChanges({
    isChanged,
    what: `“${base.title}”`,
    onDiscard: onClose,
  })

  useEffect(() => {
    form.ref.current?.querySelector('input')?.focus()
  }, [form.ref])

  async function send(draft: Draft) {
    if (session.status === 'signed-out') return showSaveFailure(SESSION_ENDED)
    const removed = FORMATS.filter((format) => base[format] && !draft[format])
    const after = Object.fromEntries(removed.map((format) => [format, false]))
    const { isConfirmed, failure } = await removal.confirm([{ id: base.id, after }])
    if (failure) return showSaveFailure(failure.sentence)
    if (!isConfirmed) return
    // The set is saved first: if that fails, the form stays open, and the film must not have been written.
    const unsaved = await boxSet.save()
    if (unsaved) return showSaveFailure(unsaved)
    if (!editing.isChanged && boxSet.isChanged) toast({ title: 'Film updated successfully' })
    return save(draft)
  }

  function closeOnEscape(event: KeyboardEvent) {
    // React also passes events of the dialogs here: they are children, but rendered in a portal.
    if (event.key !== 'Escape' || !event.currentTarget.contains(event.target as Node)) return
    // Otherwise the same event would also close the dialog that this opens.
    event.stopPropagation()
    close()
  }

  return (
    <form {...form} className={styles.form} aria-labelledby={headingId} onKeyDown={closeOnEscape}>
      <h2 className={styles.heading} id={headingId}>
        Edit {base.title}
      </h2>
      <SessionEnded />
      <FormNotice ref={noticeRef}>
        {tried && lacksRequired(draft) ? (
          REQUIRED_MESSAGE
        ) : deleted ? (
          <>
            {notice}{' '}
            <Button small onClick={editing.restore}>
              Restore it
            </Button>
          </>
        ) : (
          notice
        )}
      </FormNotice>
      <FilmFields draft={draft} field={field} tick={tick} remarks={editing.remarks}>
        <SetFields editing={boxSet} />
      </FilmFields>
      <div className={styles.buttons}>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" look="solid" aria-disabled={sending}>
          {sending ? 'Updating...' : 'Save'}
        </Button>
      </div>
      {question}
      {removal.dialog}
    </form>
  )
}
