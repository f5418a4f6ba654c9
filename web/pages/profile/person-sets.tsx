import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { OwnedSet } from '../../../domain/film/sets.ts'
import { filmsInSetsQuery } from '../../features/profile/films-in-sets-query.ts'
import { InSets } from '../../ui/disc/in-sets.tsx'

interface Props {
  filmId: number
  /** The person whose profile it is. */
  ownerId: string
}

/** The sets through which another person owns a film. */
export function PersonSets({ filmId, ownerId }: Props) {
  const { data: sets } = useQuery({
    ...filmsInSetsQuery(ownerId),
    select: useCallback((films: Record<number, OwnedSet[]>) => films[filmId], [filmId]),
  })
  return sets && <InSets sets={sets} />
}
