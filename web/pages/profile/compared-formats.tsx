import type { ComparedList } from '../../../domain/comparison.ts'
import { FORMAT_LABELS, FORMATS } from '../../../domain/film/formats.ts'
import type { ComparedFilm } from '../../features/catalogue/films/compared-films.ts'
import { OutOfPrint } from '../../ui/disc/out-of-print.tsx'
import { Ticket } from '../../ui/disc/ticket.tsx'
import styles from './compared-formats.module.css'

interface Props {
  film: ComparedFilm
  list: ComparedList
  one: string
  other: string
}

/** The formats that the owners of a film have, in a line for each owner, which begins with the name if both own it. */
export function ComparedFormats({ film, list, one, other }: Props) {
  const owners = ownersOf(list)
  return (
    <div className={styles.owners}>
      {owners.includes('one') && (
        <Owned film={film} owner={one} withName={owners.length > 1} prefix="owns_" />
      )}
      {owners.includes('other') && (
        <Owned film={film} owner={other} withName={owners.length > 1} prefix="other_owns_" />
      )}
    </div>
  )
}

/** A placeholder as high as the formats of a list. */
export function ComparedFormatsSkeleton({ list }: { list: ComparedList }) {
  return (
    <div className={styles.owners}>
      {ownersOf(list).map((owner) => (
        <div key={owner} className={styles.owner} />
      ))}
    </div>
  )
}

/** Who owns the films of a list. */
export function ownersOf(list: ComparedList): readonly ('one' | 'other')[] {
  if (list === 'both_own') return ['one', 'other']
  return list === 'only_one_owns' || list === 'wished_by_other' ? ['one'] : ['other']
}

interface OwnedProps {
  film: ComparedFilm
  owner: string
  withName: boolean
  /** The prefix of the columns that tell which formats the owner has. */
  prefix: 'owns_' | 'other_owns_'
}

function Owned({ film, owner, withName, prefix }: OwnedProps) {
  return (
    <div className={styles.owner}>
      {withName && (
        <span className={styles.name} title={owner}>
          {owner}
        </span>
      )}
      <ul className={styles.formats} aria-label={`${owner} owns`}>
        {FORMATS.filter((format) => film[`${prefix}${format}`]).map((format) => (
          <li key={format}>
            <Ticket printed>{FORMAT_LABELS[format]}</Ticket>
            {film[`${format}_oop`] && <OutOfPrint />}
          </li>
        ))}
      </ul>
    </div>
  )
}
