import { type Flag, FORMATS, type Format } from '../../../../domain/film/formats.ts'
import { randomUuid } from '../../../data/random-uuid.ts'
import { useHasEnded } from '../../../session/session-ended.tsx'
import { useInlineForm } from '../../../ui/form/use-inline-form.ts'
import detail from '../details/detail-section.module.css'
import { DetailSection } from '../details/detail-section.tsx'
import type { Copy } from '../details/details.ts'
import type { Refused } from '../details/refused-details.ts'
import styles from './copies.module.css'
import { blankDraft, draftOf, readDraft } from './copy.ts'
import { CopyForm } from './copy-form.tsx'
import { CopyRow } from './copy-row.tsx'

interface Props {
  film: Record<Flag, boolean>
  copies: readonly Copy[]
  refused: readonly Refused<Copy>[]
  /** Whether the person has ticked a format; a new copy is of the first ticked one without a copy. */
  isOwned: (format: Format) => boolean
  isQueued: (copy: Copy) => boolean
  onSave: (copy: Copy) => void
  onRemove: (copy: Copy) => void
}

/** The copies of a film that a person owns, in detail. */
export function Copies({ film, copies, refused, isOwned, isQueued, onSave, onRemove }: Props) {
  const form = useInlineForm()
  const hasEnded = useHasEnded()
  const refusedNew = refused.filter(({ entry }) => copies.every(({ id }) => id !== entry.id))

  return (
    <DetailSection
      heading="My copies"
      add="Add a copy"
      isAdding={form.isOpen}
      button={form.button}
      onAdd={form.open}
    >
      {copies.length > 0 ? (
        <>
          {!hasEnded && (
            <div className={styles.heads} aria-hidden="true">
              <span>Format</span>
              <span>Bought on</span>
              <span>Price</span>
              <span>Condition</span>
              <span>Shelf</span>
              <span>Lent to</span>
            </div>
          )}
          <ul>
            {copies.map((copy) => (
              <EditableCopy
                key={copy.id}
                film={film}
                copy={copy}
                refused={refused.find(({ entry }) => entry.id === copy.id)}
                isQueued={isQueued(copy)}
                onSave={onSave}
                onRemove={onRemove}
              />
            ))}
          </ul>
        </>
      ) : (
        !form.isOpen && <p className={detail.none}>Note when and where you bought a disc, and where it is.</p>
      )}
      {refusedNew.map(({ entry, sentence, forget }) => (
        <CopyForm
          key={entry.id}
          film={film}
          label="New copy"
          initial={draftOf(entry)}
          refusal={sentence}
          onSave={(draft) => {
            forget()
            onSave(readDraft(entry.id, draft))
          }}
          onCancel={forget}
        />
      ))}
      {form.isOpen && (
        <CopyForm
          film={film}
          label="New copy"
          initial={blankDraft(formatOfNext(film, copies, FORMATS.filter(isOwned)))}
          onSave={(draft) => {
            onSave(readDraft(randomUuid(), draft))
            form.close()
          }}
          onCancel={form.close}
        />
      )}
    </DetailSection>
  )
}

interface EditableProps extends Pick<Props, 'film' | 'onSave' | 'onRemove'> {
  copy: Copy
  refused: Refused<Copy> | undefined
  isQueued: boolean
}

function EditableCopy({ film, copy, refused, isQueued, onSave, onRemove }: EditableProps) {
  const form = useInlineForm()
  const hasEnded = useHasEnded()

  function close() {
    refused?.forget()
    form.close()
  }

  if (!form.isOpen && !refused)
    return !hasEnded && <CopyRow copy={copy} isQueued={isQueued} button={form.button} onEdit={form.open} />
  return (
    <li>
      <CopyForm
        // A rejection that arrives while the form is open again leaves what is typed in it.
        key={form.isOpen ? 'opened' : 'refused'}
        film={film}
        label="Copy"
        initial={draftOf(refused && !form.isOpen ? refused.entry : copy)}
        refusal={refused?.sentence}
        onSave={(draft) => {
          close()
          onSave(readDraft(copy.id, draft))
        }}
        onCancel={close}
        onRemove={() => {
          refused?.forget()
          onRemove(copy)
        }}
      />
    </li>
  )
}

/** The first ticked format without a copy, otherwise the first ticked, otherwise the first of the film. */
function formatOfNext(
  film: Record<Flag, boolean>,
  copies: readonly Copy[],
  owned: readonly Format[],
): Format {
  return (
    owned.find((format) => copies.every((copy) => copy.format !== format)) ??
    owned[0] ??
    FORMATS.find((format) => film[format]) ??
    'dvd'
  )
}
