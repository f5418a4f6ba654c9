import { useLocation } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { PATHS } from '../../domain/paths.ts'
import { ButtonLink } from './button.tsx'

/** The way to the page for accounts, which leads back to the present page afterwards. */
export function SignInLink(props: Omit<ComponentProps<typeof ButtonLink>, 'to' | 'search'>) {
  const here = useLocation({ select: ({ href }) => href })
  return <ButtonLink {...props} to={PATHS.auth} {...(here !== PATHS.home && { search: { next: here } })} />
}
