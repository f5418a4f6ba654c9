import { useLocation } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { PATHS } from '../../../domain/paths.ts'
import { ButtonLink } from '../button/button.tsx'

type Props = Omit<ComponentProps<typeof ButtonLink>, 'to' | 'search'> & {
  /** The tab that opens; by default the one for signing in. */
  tab?: 'sign-up'
}

/** A link to the sign-in page, which leads back to the current page afterwards. */
export function SignInLink({ tab, ...props }: Props) {
  const here = useLocation({ select: ({ href }) => href })
  const search = { ...(tab && { tab }), ...(here !== PATHS.home && { next: here }) }
  return <ButtonLink {...props} to={PATHS.auth} search={search} />
}
