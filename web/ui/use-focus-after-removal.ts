import { type RefObject, useEffect, useRef } from 'react'
import { useBrowserLayoutEffect } from './use-browser-layout-effect.ts'

/**
 * Keeps the focus in a part of the page when the element that has it is removed or replaced: the element with the same id
 * gets it, otherwise the next one of its kind (`data-kind`, or the element's name), otherwise the one before.
 * @param part is read when the focus moves, so it may come and go.
 * @param fallback a selector of the element that gets the focus if none is left.
 */
export function useFocusAfterRemoval(part: RefObject<HTMLElement | null>, fallback?: string): void {
  const last = useRef<{ focused: HTMLElement; alike: HTMLElement[] }>(undefined)

  useEffect(() => {
    function remember({ target }: FocusEvent) {
      const { current } = part
      last.current =
        target instanceof HTMLElement && current?.contains(target)
          ? { focused: target, alike: [...current.querySelectorAll<HTMLElement>(selectorOf(target))] }
          : undefined
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [part])

  useBrowserLayoutEffect(
    () => () => {
      // The whole part is about to be removed.
      if (fallback && part.current?.contains(document.activeElement)) focus(document.querySelector(fallback))
    },
    [part, fallback],
  )

  useBrowserLayoutEffect(() => {
    const { focused, alike = [] } = last.current ?? {}
    if (!focused || focused.isConnected || document.activeElement !== document.body) return
    const index = alike.indexOf(focused)
    focus(
      (focused.id && document.getElementById(focused.id)) ||
        alike.slice(index + 1).find(({ isConnected }) => isConnected) ||
        alike.slice(0, index).findLast(({ isConnected }) => isConnected) ||
        (fallback && document.querySelector<HTMLElement>(fallback)),
    )
  })
}

function selectorOf({ tagName, dataset }: HTMLElement): string {
  return dataset.kind ? `[data-kind="${dataset.kind}"]` : tagName
}

function focus(element: HTMLElement | null | undefined | ''): void {
  if (element) element.focus({ preventScroll: true })
}
