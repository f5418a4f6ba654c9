import { type ReactNode, useId } from 'react'
import styles from './chart-section.module.css'
import { type ChartName, chooseTable, useIsTable } from './shown-tables.ts'

interface Props {
  name: ChartName
  heading: string
  note?: string | undefined
  chart: ReactNode
  /** The same numbers; printed instead of the chart. */
  table: ReactNode
  /** Shown below both. */
  children?: ReactNode
}

/** A chart with its heading, and its table, of which the person chooses one. The style sheet hides the other. */
export function ChartSection({ name, heading, note, chart, table, children }: Props) {
  const id = useId()
  const isTable = useIsTable(name)
  return (
    <section className={`${styles.section} ${styles[name]}`} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 className={styles.heading} id={id}>
          {heading}
        </h2>
        {note && <p className={styles.note}>{note}</p>}
        <fieldset className={styles.choices}>
          <legend className="visually-hidden">{`Show “${heading}” as`}</legend>
          {[false, true].map((asTable) => (
            <label key={String(asTable)} className={styles.choice}>
              <input
                type="radio"
                name={id}
                autoComplete="off"
                checked={isTable === asTable}
                onChange={() => chooseTable(name, asTable)}
              />
              {asTable ? 'Table' : 'Chart'}
            </label>
          ))}
        </fieldset>
      </div>
      <div className={styles.chart}>{chart}</div>
      <div className={styles.table}>{table}</div>
      {children}
    </section>
  )
}

/** A section without a chart. */
export function PlainSection({ heading, note, children }: Pick<Props, 'heading' | 'note' | 'children'>) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 className={styles.heading} id={id}>
          {heading}
        </h2>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      {children}
    </section>
  )
}
