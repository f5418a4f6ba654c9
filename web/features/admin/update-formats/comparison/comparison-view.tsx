import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../../../../domain/film/format-count.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { countOwners, type FormatChange, ownersInWords } from '../../format-owners.ts'
import { filmsInWords } from '../../history/films-in-words.ts'
import { StepSection } from '../step-section.tsx'
import styles from '../update-formats.module.css'
import { ChangeTable } from './change-table.tsx'
import type { Comparison } from './comparison.ts'
import { NoteList } from './note-list.tsx'

const LEFT_OUT = 'left-out'

interface Props {
  name: string
  comparison: Comparison
  onWrite: () => void
}

/** Shows what an update would change, before anything is written. */
export function ComparisonView({ name, comparison, onWrite }: Props) {
  const { changes, problems, warnings } = comparison
  return (
    <StepSection heading={headingOf(comparison)} isAlert={isUseless(comparison)}>
      <p className={styles.words}>
        {name}: {whatStays(comparison)}
        {changes.length > 0 && problems.count > 0 && (
          <>
            {' '}
            <a href={`#${LEFT_OUT}`}>{problemsHeading(comparison)}</a> (listed below the changes).
          </>
        )}
      </p>
      {changes.length > 0 && (
        <div className={styles.buttons}>
          <Button look="solid" onClick={onWrite}>
            Update {filmsInWords(changes.length)}
          </Button>
        </div>
      )}
      <OwnersNote changes={changes} />
      {changes.length > 0 && <ChangeTable changes={changes} />}
      <NoteList heading={problemsHeading(comparison)} notes={problems} id={LEFT_OUT} isAlert />
      <NoteList
        heading={warnings.count === 1 ? 'One remark' : `${formatCount(warnings.count)} remarks`}
        notes={warnings}
      />
    </StepSection>
  )
}

function isUseless({ changes, same, problems }: Comparison): boolean {
  return changes.length === 0 && same === 0 && problems.count > 0
}

function headingOf(comparison: Comparison): string {
  const { changes, problems, same } = comparison
  if (changes.length > 0) return `${filmsInWords(changes.length)} would change`
  if (isUseless(comparison)) return 'Nothing in this file can be used.'
  if (problems.count > 0) return 'Nothing would change.'
  return same > 0 ? 'The catalogue already matches the file.' : 'The file contains no films.'
}

function whatStays({ same, absent }: Comparison): string {
  const stays = same + absent
  const notNamed =
    absent > 0 && same > 0 ? `, ${formatCount(absent)} of them because they are not in the file` : ''
  return `${filmsInWords(stays)} ${stays === 1 ? 'stays as it is' : 'stay as they are'}${notNamed}.`
}

function problemsHeading(comparison: Comparison): string {
  const { problems } = comparison
  if (isUseless(comparison)) return 'Problems'
  return problems.count === 1 ? 'One line is left out' : `${formatCount(problems.count)} lines are left out`
}

/** How many people own a format that the update would remove; empty if nobody does. */
function OwnersNote({ changes }: { changes: readonly FormatChange[] }) {
  const { data: counted } = useQuery({
    queryKey: ['format-owners', changes],
    queryFn: () => countOwners(changes),
    // Never cached: the count must be right when the update is written.
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <p className={styles.owners} role="status">
      {counted?.failure
        ? 'The people who own a removed format could not be counted.'
        : counted?.owners
          ? ownersInWords(counted.owners)
          : ''}
    </p>
  )
}
