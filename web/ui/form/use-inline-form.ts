import { useLayoutEffect, useRef, useState } from 'react'

/** The state of a form that takes the place of a button's row. When it closes, the focus returns to the button. */
export function useInlineForm() {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false), button }
}
