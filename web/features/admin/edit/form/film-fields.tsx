import type { ReactNode } from 'react'
import { ALIAS_KIND_NAMES, ALIAS_KINDS } from '../../../../../domain/film/aliases.ts'
import { definitionOf, labelOf, TEXT_COLUMNS, type TextColumn } from '../../../../../domain/film/columns.ts'
import { FORMAT_NAMES, FORMATS } from '../../../../../domain/film/formats.ts'
import { Checkbox } from '../../../../ui/form/checkbox.tsx'
import { Field } from '../../../../ui/form/field.tsx'
import type { useForm } from '../../../../ui/form/use-form.ts'
import { aliasField } from '../draft/alias-fields.ts'
import type { Draft } from '../draft/draft.ts'
import styles from './film-fields.module.css'
import type { Remarks } from './use-title-draft.ts'

const SORT_NAMES = ['sort_title', 'sort_director'] as const satisfies TextColumn[]
const ELSEWHERE: readonly TextColumn[] = TEXT_COLUMNS.filter((column) => isAddress(column))
const FILM = TEXT_COLUMNS.filter(
  (column) => !ELSEWHERE.includes(column) && !SORT_NAMES.some((name) => name === column),
)

function isAddress(column: TextColumn): boolean {
  return definitionOf(column).kind === 'link' || column === 'tmdb_id'
}

interface Props extends Pick<ReturnType<typeof useForm<Draft>>, 'field' | 'tick'> {
  draft: Draft
  /** Sentences to show beside the fields. */
  remarks?: Remarks
  /** Further fields. */
  children?: ReactNode
}

/** The fields of all editable columns of a film. */
export function FilmFields({ draft, field, tick, remarks = {}, children }: Props) {
  return (
    <div className={styles.fields}>
      <div className={styles.film}>
        {FILM.map((column) => (
          <Field
            key={column}
            label={labelOf(column)}
            inputMode={definitionOf(column).kind === 'line' ? undefined : 'numeric'}
            placeholder={definitionOf(column).kind === 'minutes' ? 'minutes' : undefined}
            autoComplete="off"
            required={!definitionOf(column).optional}
            hint={remarks[column]}
            {...field(column)}
          />
        ))}
      </div>
      <fieldset className={`${styles.group} ${styles.links}`}>
        <legend className={styles.legend}>Sorted under</legend>
        {SORT_NAMES.map((column) => (
          <Field
            key={column}
            label={labelOf(column)}
            autoComplete="off"
            hint={remarks[column]}
            {...field(column)}
          />
        ))}
      </fieldset>
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
        {ELSEWHERE.map((column) => (
          <Field
            key={column}
            label={labelOf(column)}
            {...(column === 'tmdb_id' ? { inputMode: 'numeric' } : { type: 'url', placeholder: 'https://' })}
            autoComplete="off"
            hint={remarks[column]}
            {...field(column)}
          />
        ))}
      </fieldset>
      <fieldset className={`${styles.group} ${styles.links}`}>
        <legend className={styles.legend}>Also found as</legend>
        <p className={styles.remark}>{remarks.aliases ?? 'Several with | between them.'}</p>
        {ALIAS_KIND_NAMES.map((kind) => (
          <Field key={kind} label={ALIAS_KINDS[kind]} autoComplete="off" {...field(aliasField(kind))} />
        ))}
      </fieldset>
      {children}
    </div>
  )
}
