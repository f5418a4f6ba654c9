import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { dialogIsOpen } from '../../../ui/dialog/dialog-is-open.ts'

/**
 * Opens and closes the action panel of a cover. It is open while the mouse is over it, while it has the keyboard's
 * focus, and from a tap until a tap elsewhere. Escape closes it.
 * @returns `area`, the props of the element around trigger and panel; `trigger`, the props of the button; and `times`,
 * the number of openings.
 */
export function usePanel() {
  const area = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const pressedWith = useRef('')
  const dismissing = useRef(false)
  const openedByFocus = useRef(false)
  const [{ open, times }, setState] = useState<PanelState>({ open: false, times: 0 })

  const show = () => setState(opened)
  const hide = () => setState(closed)

  useEffect(() => {
    if (!open) return

    function hideOnEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape' || dialogIsOpen()) return
      // The focused element is hidden, so the trigger gets the focus, and must not open the panel again.
      if (area.current?.contains(document.activeElement)) {
        dismissing.current = true
        trigger.current?.focus()
        dismissing.current = false
      }
      setState(closed)
    }

    function hideOnPressElsewhere(event: globalThis.PointerEvent) {
      if (!dialogIsOpen() && !area.current?.contains(event.target as Node)) setState(closed)
    }

    document.addEventListener('keydown', hideOnEscape)
    document.addEventListener('pointerdown', hideOnPressElsewhere)
    return () => {
      document.removeEventListener('keydown', hideOnEscape)
      document.removeEventListener('pointerdown', hideOnPressElsewhere)
    }
  }, [open])

  return {
    open,
    times,
    area: {
      ref: area,
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType === 'mouse') show()
      },
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType === 'mouse' && !dialogIsOpen()) hide()
      },
      onBlur: (event: FocusEvent) => {
        const stays = event.currentTarget.contains(event.relatedTarget)
        // A dialog returns the focus to the button that opened it, so the panel must stay open.
        if (!stays && event.relatedTarget && !dialogIsOpen()) hide()
      },
    },
    trigger: {
      ref: trigger,
      onFocus: (event: FocusEvent) => {
        if (dismissing.current || !event.currentTarget.matches(':focus-visible')) return
        openedByFocus.current = !open
        show()
      },
      onPointerDown: (event: PointerEvent) => {
        pressedWith.current = event.pointerType
      },
      onClick: () => {
        // Under the mouse the panel is already open; after Tab has opened it, Enter must not close it.
        const toggles = pressedWith.current !== 'mouse' && !openedByFocus.current
        pressedWith.current = ''
        openedByFocus.current = false
        if (open && toggles) hide()
        else show()
      },
    },
  }
}

interface PanelState {
  open: boolean
  times: number
}

function opened(state: PanelState): PanelState {
  return state.open ? state : { open: true, times: state.times + 1 }
}

function closed(state: PanelState): PanelState {
  return { ...state, open: false }
}
