import { useQuery } from '@tanstack/react-query'
import { countOwners, type FormatChange, ownersInWords } from '../../format-owners.ts'
import styles from '../update-formats.module.css'

/** Says how many people own what an update would remove; nothing, if nobody does. */
export function OwnersNote({ changes }: { changes: readonly FormatChange[] }) {
  const { data: counted } = useQuery({
    queryKey: ['format-owners', changes],
    queryFn: () => countOwners(changes),
    // Asked anew each time: it is to be right when the update is written.
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <p className={styles.owners} role="status">
      {counted?.failure
        ? 'How many people own what this removes could not be found out.'
        : counted?.owners
          ? ownersInWords(counted.owners)
          : ''}
    </p>
  )
}
