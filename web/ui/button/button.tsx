import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'

interface Look {
  look?: 'solid' | 'outline'
  small?: boolean
}

export function Button({ look = 'outline', small = false, ...rest }: ComponentProps<'button'> & Look) {
  return <button type="button" {...rest} className={classNames(look, small)} />
}

/** A link that looks like a button. */
export function ButtonLink({
  to,
  search,
  state,
  children,
  look = 'outline',
  small = false,
}: Look & {
  to: NonNullable<LinkProps['to']>
  search?: Record<string, string> | ((present: object) => object)
  /** The state of the next page's history entry, which is not in the address. */
  state?: object | undefined
  children: ReactNode
}) {
  return (
    // The server renders without the parts of the address that only the browser uses, so `href` may differ.
    <Link
      to={to}
      search={search ?? {}}
      state={state ?? {}}
      activeOptions={{ exact: true }}
      className={classNames(look, small)}
      suppressHydrationWarning
    >
      {children}
    </Link>
  )
}

function classNames(look: 'solid' | 'outline', small: boolean): string {
  return [styles.button, styles[look], small && styles.small].filter(Boolean).join(' ')
}
