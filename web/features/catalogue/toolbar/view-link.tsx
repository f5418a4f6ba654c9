import type { ReactNode } from 'react'
import { ButtonLink } from '../../../ui/form/button.tsx'
import type { Part } from './view.ts'

interface Props {
  /** How the view is to differ from the present one. */
  change: Partial<Part>
  look?: 'solid' | 'outline'
  small?: boolean
  children: ReactNode
}

/** The way to another view of the same films, which needs no script. */
export function ViewLink({ change, ...rest }: Props) {
  return <ButtonLink {...rest} to="." search={(view: object) => ({ ...view, after: undefined, ...change })} />
}
