import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './tabs.module.css'

interface Props<Value extends string> {
  /** The accessible name of the tabs. */
  label: string
  value: Value
  tabs: readonly { value: Value; label: string; count?: string | undefined }[]
  onChange: (value: Value) => void
  /** The search parameters of a tab. With it, the tabs are links for visitors without a script. */
  searchOf?: (value: Value) => object
  /** Shows the content without the tabs, and keeps its state. */
  hidden?: boolean
  /** The content of the current tab. */
  children: ReactNode
}

/** A row of tabs above the content of one of them. A row that is too narrow for all tabs scrolls. */
export function Tabs<Value extends string>({
  label,
  value,
  tabs,
  onChange,
  searchOf,
  hidden = false,
  children,
}: Props<Value>) {
  const row = useRef<HTMLDivElement>(null)
  const id = useId()
  const idOf = (tab: Value) => `${id}${tab}`
  const labels = tabs.map(({ label, count }) => label + count).join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: other labels move the tab
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>(`[data-tab="${value}"]`)
    // Not scrollIntoView, which would scroll the page, too.
    if (tab && row.current)
      row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2
  }, [value, labels])

  return (
    <>
      {searchOf && (
        <noscript>
          <nav className={styles.links} aria-label={label}>
            {tabs.map((tab) => (
              <Link
                key={tab.value}
                to="."
                search={(search: object) => ({ ...search, ...searchOf(tab.value) })}
                className={styles.tab}
                // Otherwise a link whose search is a subset of the current one is marked as current, too.
                activeOptions={{ exact: true }}
                aria-current={tab.value === value ? 'page' : undefined}
              >
                <TabText {...tab} />
              </Link>
            ))}
          </nav>
        </noscript>
      )}
      <BaseTabs.Root value={value} onValueChange={(next: Value) => onChange(next)}>
        <BaseTabs.List ref={row} className={styles.list} hidden={hidden} aria-label={label} activateOnFocus>
          {tabs.map((tab) => (
            <BaseTabs.Tab
              key={tab.value}
              id={idOf(tab.value)}
              value={tab.value}
              className={styles.tab}
              data-tab={tab.value}
              aria-controls={tab.value === value ? id : undefined}
            >
              <TabText {...tab} />
            </BaseTabs.Tab>
          ))}
        </BaseTabs.List>
      </BaseTabs.Root>
      {/* Outside Tabs.Root: its tabs register after mounting, which would render everything inside again. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard reaches the panel from its tab */}
      <div id={id} role="tabpanel" aria-labelledby={idOf(value)} tabIndex={0}>
        {children}
      </div>
    </>
  )
}

/** On a phone the count is below the label. */
function TabText({ label, count }: { label: string; count?: string | undefined }) {
  if (count === undefined) return label
  return (
    <span>
      {label} <span className={styles.count}>({count})</span>
    </span>
  )
}
