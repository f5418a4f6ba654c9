import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './tabs.module.css'

interface Props<Value extends string> {
  /** What the tabs divide, for those who do not see it. */
  label: string
  value: Value
  tabs: readonly { value: Value; label: string; count?: string | undefined }[]
  onChange: (value: Value) => void
  /** What a tab makes of the address, where it is a way that needs no script. */
  searchOf?: (value: Value) => object
  /** The content of the present tab. */
  children: ReactNode
}

/** A row of tabs over the content of one of them; where it is too narrow for all, the row scrolls. */
export function Tabs<Value extends string>({
  label,
  value,
  tabs,
  onChange,
  searchOf,
  children,
}: Props<Value>) {
  const row = useRef<HTMLDivElement>(null)
  const id = useId()
  const idOf = (tab: Value) => `${id}${tab}`
  const labels = tabs.map(({ label, count }) => label + count).join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: other labels put the tab in another place
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>(`[data-tab="${value}"]`)
    // Not scrollIntoView, which would move the page, too.
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
                // Or one whose search is a part of the present one would be marked as the present one, too.
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
        <BaseTabs.List ref={row} className={styles.list} aria-label={label} activateOnFocus>
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
      {/* Not a part of theirs: as they count themselves once they are there, all within would be drawn anew. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel is reached from its tab, whatever it holds */}
      <div id={id} role="tabpanel" aria-labelledby={idOf(value)} tabIndex={0}>
        {children}
      </div>
    </>
  )
}

/** A phone has the count below its label. */
function TabText({ label, count }: { label: string; count?: string | undefined }) {
  if (count === undefined) return label
  return (
    <span>
      {label} <span className={styles.count}>({count})</span>
    </span>
  )
}
