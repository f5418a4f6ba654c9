import {
  definitionOf,
  type LinkColumn,
  labelOf,
  TEXT_COLUMNS,
  type TextColumn,
} from '../../../../../domain/film/columns.ts'
import { FORMAT_NAMES, FORMATS } from '../../../../../domain/film/formats.ts'
import { Checkbox } from '../../../../ui/form/checkbox.tsx'
import { Field } from '../../../../ui/form/field.tsx'
import type { useForm } from '../../../../ui/form/use-form.ts'
import type { Draft } from '../draft/draft.ts'
import styles from './film-fields.module.css'
import type { Remarks } from './use-title-draft.ts'

const isLink = (column: TextColumn): column is LinkColumn => definitionOf(column).kind === 'link'

interface Props extends Pick<ReturnType<typeof useForm<Draft>>, 'field' | 'tick'> {
  draft: Draft
  /** Sentences to show beside the fields. */
  remarks?: Remarks
}

/** The fields of all editable columns of a film. */
export function FilmFields({ draft, field, tick, remarks = {} }: Props) {
  return (
    <div className={styles.fields}>
      <div className={styles.film}>
        {TEXT_COLUMNS.filter((column) => !isLink(column)).map((column) => (
          <Field
            key={column}
            label={labelOf(column)}
            inputMode={definitionOf(column).kind === 'line' ? undefined : 'numeric'}
            autoComplete="off"
            required={!definitionOf(column).optional}
            hint={remarks[column]}
            {...field(column)}
          />
        ))}
      </div>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>Formats</legend>
        {FORMATS.map((format) => (
          <div key={format} className={styles.format}>
            <Checkbox {...tick(format)}>{FORMAT_NAMES[format]}</Checkbox>
            {draft[format] && (
              <Checkbox {...tick(`${format}_oop`)} aria-label={labelOf(`${format}_oop`)}>
                Out of print
              </Checkbox>
            )}
            {(remarks[format] ?? remarks[`${format}_oop`]) && (
              <p className={styles.remark}>{remarks[format] ?? remarks[`${format}_oop`]}</p>
            )}
          </div>
        ))}
      </fieldset>
      <fieldset className={`${styles.group} ${styles.links}`}>
        <legend className={styles.legend}>Links</legend>
        {TEXT_COLUMNS.filter(isLink).map((column) => (
          <Field
            key={column}
            label={labelOf(column)}
            type="url"
            autoComplete="off"
            placeholder="https://"
            hint={remarks[column]}
            {...field(column)}
          />
        ))}
      </fieldset>
    </div>
  )
}
