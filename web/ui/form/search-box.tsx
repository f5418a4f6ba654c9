import { Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { SEARCH_MAX_LENGTH } from '../../../domain/search/search.ts'
import { dialogIsOpen } from '../dialog/dialog-is-open.ts'
import { useOnHydrated } from '../use-on-hydrated.ts'
import styles from './search-box.module.css'

const TYPING_PAUSE_MS = 250

const TEXT_INPUTS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

/** The id of the form of the page’s view. The other controls belong to it, so that it works without a script, too. */
export const VIEW_FORM_ID = 'view'

interface Props {
  /** The search in the address. */
  q: string
  label: string
  placeholder: string
  onSearch: (q: string) => void
  /** The page with the results, if it is another one. Only Enter then searches: typing would end with this page. */
  resultsAt?: string
}

/**
 * The search box. The input is uncontrolled: after a pause in typing, the text is written into the address. Only a
 * change of the address that did not start here (back, forward, "Clear search") is written into the input.
 */
export function SearchBox({ q, label, placeholder, onSearch, resultsAt }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const sent = useRef(q)
  const timer = useRef<number>(undefined)

  useEffect(() => {
    if (!input.current || q === sent.current) return
    clearTimeout(timer.current)
    sent.current = q
    input.current.value = q
  }, [q])

  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    function focusOnSlash(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (key !== '/' || ctrlKey || metaKey || altKey || event.defaultPrevented) return
      if ((target as Element).closest(TEXT_INPUTS) || dialogIsOpen()) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', focusOnSlash)
    return () => document.removeEventListener('keydown', focusOnSlash)
  }, [])

  useOnHydrated(() => {
    if (!resultsAt && input.current?.value.trim() !== sent.current) sendAfterPause()
  })

  function send() {
    clearTimeout(timer.current)
    const text = input.current?.value.trim() ?? ''
    if (text === sent.current) return
    sent.current = text
    onSearch(text)
  }

  function sendAfterPause() {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(send, TYPING_PAUSE_MS)
  }

  function clear() {
    if (!input.current) return
    input.current.value = ''
    input.current.focus()
    send()
  }

  return (
    <search>
      <form
        id={VIEW_FORM_ID}
        className={styles.form}
        action={resultsAt}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Search className={styles.icon} aria-hidden="true" strokeWidth={1.75} />
        <input
          ref={input}
          className={styles.input}
          type="search"
          name="q"
          aria-label={label}
          aria-keyshortcuts="/"
          placeholder={placeholder}
          defaultValue={q}
          maxLength={SEARCH_MAX_LENGTH}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          onChange={resultsAt ? undefined : sendAfterPause}
        />
        <button type="button" className={styles.clear} aria-label="Clear the search box" onClick={clear}>
          <X aria-hidden="true" strokeWidth={1.75} />
        </button>
        <noscript>
          <button type="submit" className={styles.submit}>
            Search
          </button>
        </noscript>
      </form>
    </search>
  )
}
