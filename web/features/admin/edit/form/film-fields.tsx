import { FORMAT_NAMES, FORMATS } from '../../../../../domain/film/formats.ts'
import { Checkbox } from '../../../../ui/form/checkbox.tsx'
import { Field } from '../../../../ui/form/field.tsx'
import type { useForm } from '../../../../ui/form/use-form.ts'
import { COLUMN_NAMES } from '../../film-words.ts'
import type { Draft } from '../draft/draft.ts'
import styles from './film-fields.module.css'
import type { Remarks } from './use-title-draft.ts'

const LINKS = [
  'product_url',
  'box_art_url',
  'imdb_link',
  'letterboxd_link',
  'wikipedia_link',
  'bluray_com_link',
  'amazon_link',
  'ebay_link',
] as const

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
        <Field
          label="Spine"
          inputMode="numeric"
          autoComplete="off"
          required
          hint={remarks.spine}
          {...field('spine')}
        />
        <Field label="Title" autoComplete="off" required hint={remarks.title} {...field('title')} />
        <Field label="Director" autoComplete="off" required hint={remarks.director} {...field('director')} />
        <Field label="Country" autoComplete="off" hint={remarks.country} {...field('country')} />
        <Field label="Year" inputMode="numeric" autoComplete="off" hint={remarks.year} {...field('year')} />
      </div>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>Formats</legend>
        {FORMATS.map((format) => (
          <div key={format} className={styles.format}>
            <Checkbox {...tick(format)}>{FORMAT_NAMES[format]}</Checkbox>
            {draft[format] && (
              <Checkbox {...tick(`${format}_oop`)} aria-label={COLUMN_NAMES[`${format}_oop`]}>
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
        {LINKS.map((column) => (
          <Field
            key={column}
            label={COLUMN_NAMES[column]}
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
