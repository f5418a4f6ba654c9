import { Link } from '@tanstack/react-router'
import { countryNames, directorNames } from '../../../../domain/film/names.ts'
import type { FilterParams } from '../../../../domain/filters/filters.ts'
import { PATHS } from '../../../../domain/paths.ts'
import type { ShownFilm } from '../../../data/film-columns.ts'
import styles from './film-facts.module.css'

interface Props {
  film: Pick<ShownFilm, 'director' | 'country' | 'year' | 'running_time'>
}

/** What is known of a film, in one line. Each value leads to the films of the catalogue that share it. */
export function FilmFacts({ film: { director, country, year, running_time } }: Props) {
  const directors = directorNames(director)
  const countries = countryNames(country)
  return (
    <dl className={styles.facts}>
      <Fact
        label={directors.length === 1 ? 'Director' : 'Directors'}
        values={directors.map((name) => [name, { director: [name] }])}
      />
      {countries.length > 0 && (
        <Fact
          label={countries.length === 1 ? 'Country' : 'Countries'}
          values={countries.map((name) => [name, { country: [name] }])}
        />
      )}
      {year !== null && <Fact label="Year" values={[[year, { from: String(year), to: String(year) }]]} />}
      {running_time !== null && (
        <Fact label="Running time" values={[[`${running_time} min`, { time: timesAround(running_time) }]]} />
      )}
    </dl>
  )
}

interface FactProps {
  label: string
  values: [value: string | number, filter: FilterParams][]
}

function Fact({ label, values }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <ul>
          {values.map(([value, filter]) => (
            <li key={value}>
              <Link to={PATHS.home} search={filter}>
                {value}
              </Link>
            </li>
          ))}
        </ul>
      </dd>
    </div>
  )
}

/** The ten minutes in which a running time lies: few films have the same to the minute. */
function timesAround(minutes: number): string {
  const from = minutes - (minutes % 10)
  return `${from}-${from + 9}`
}
