import type { ReactNode } from 'react'
import { ButtonLink } from '../../../ui/form/button.tsx'
import type { PositionedView } from './view.ts'

interface Props {
  /** What changes in the current view. */
  change: Partial<PositionedView>
  look?: 'solid' | 'outline'
  small?: boolean
  children: ReactNode
}

/** A link to another view of the same films, which works without scripts. */
export function ViewLink({ change, ...rest }: Props) {
  return <ButtonLink {...rest} to="." search={(view: object) => ({ ...view, after: undefined, ...change })} />
}
