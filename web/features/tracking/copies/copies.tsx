import { type Flag, FORMATS, type Format } from '../../../../domain/film/formats.ts'
import { randomUuid } from '../../../data/random-uuid.ts'
import detail from '../../../ui/detail/detail-section.module.css'
import { DetailSection } from '../../../ui/detail/detail-section.tsx'
import { useInlineForm } from '../../../ui/form/use-inline-form.ts'
import type { Copy } from '../details/details.ts'
import styles from './copies.module.css'
import { blankDraft, draftOf, readDraft } from './copy.ts'
import { CopyForm } from './copy-form.tsx'
import { CopyRow } from './copy-row.tsx'

interface Props {
  film: Record<Flag, boolean>
  copies: readonly Copy[]
  /** The formats that the person has ticked; a new copy is of the first without one. */
  owned: readonly Format[]
  isQueued: (copy: Copy) => boolean
  onSave: (copy: Copy) => void
  onRemove: (copy: Copy) => void
}

/** The copies of a film that a person owns, in detail. */
export function Copies({ film, copies, owned, isQueued, onSave, onRemove }: Props) {
  const form = useInlineForm()

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
          <div className={styles.heads} aria-hidden="true">
            <span>Format</span>
            <span>Bought on</span>
            <span>Price</span>
            <span>Condition</span>
            <span>Shelf</span>
            <span>Lent to</span>
          </div>
          <ul>
            {copies.map((copy) => (
              <EditableCopy
                key={copy.id}
                film={film}
                copy={copy}
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
      {form.isOpen && (
        <CopyForm
          film={film}
          label="New copy"
          initial={blankDraft(formatOfNext(film, copies, owned))}
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
  isQueued: boolean
}

function EditableCopy({ film, copy, isQueued, onSave, onRemove }: EditableProps) {
  const form = useInlineForm()

  if (!form.isOpen) return <CopyRow copy={copy} isQueued={isQueued} button={form.button} onEdit={form.open} />
  return (
    <li>
      <CopyForm
        film={film}
        label="Copy"
        initial={draftOf(copy)}
        onSave={(draft) => {
          onSave(readDraft(copy.id, draft))
          form.close()
        }}
        onCancel={form.close}
        onRemove={() => onRemove(copy)}
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
