import { useLocation } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { PATHS } from '../../../domain/paths.ts'
import { ButtonLink } from '../form/button.tsx'

type Props = Omit<ComponentProps<typeof ButtonLink>, 'to' | 'search'> & {
  /** Which way in it opens, if not the one for those who have an account. */
  tab?: 'sign-up'
}

/** The way to the page for accounts, which leads back to the present page afterwards. */
export function SignInLink({ tab, ...props }: Props) {
  const here = useLocation({ select: ({ href }) => href })
  const search = { ...(tab && { tab }), ...(here !== PATHS.home && { next: here }) }
  return <ButtonLink {...props} to={PATHS.auth} search={search} />
}
