import { Link } from '@tanstack/react-router'
import { LayoutGrid, LibraryBig, Rows3 } from 'lucide-react'
import { LAYOUT_LABELS, type Layout, type View } from './view.ts'
import styles from './view-switch.module.css'

const ICONS = { covers: LayoutGrid, list: Rows3, shelf: LibraryBig } as const satisfies Record<
  Layout,
  unknown
>

/** Links to the same films as covers, as a list and as a shelf. They work without a script. */
export function ViewSwitch({ view, layouts }: { view: View; layouts: readonly Layout[] }) {
  const current = view.view ?? 'covers'
  if (layouts.length < 2) return null
  return (
    <nav className={styles.views} aria-label="View">
      {layouts.map((layout) => {
        const Icon = ICONS[layout]
        return (
          <Link
            key={layout}
            to="."
            search={(search: object) => ({
              ...search,
              pick: undefined,
              view: layout === 'covers' ? undefined : layout,
            })}
            activeOptions={{ exact: true }}
            className={styles.view}
            aria-current={layout === current ? 'true' : undefined}
            resetScroll={false}
          >
            <Icon aria-hidden="true" strokeWidth={1.75} />
            {LAYOUT_LABELS[layout]}
          </Link>
        )
      })}
    </nav>
  )
}
