import { useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { filmPath } from '../../../domain/paths.ts'
import { stepsState } from './back-to-list.tsx'
import { ListLink } from './list-link.tsx'

type Props = Omit<ComponentProps<typeof ListLink>, 'href' | 'stateOf'> & { spine: number }

/** A link to a film's page, which leads back to the list that it was opened from. */
export function FilmLink({ spine, ...rest }: Props) {
  const router = useRouter()
  return <ListLink {...rest} href={filmPath(spine)} stateOf={() => stepsState(router)} />
}
