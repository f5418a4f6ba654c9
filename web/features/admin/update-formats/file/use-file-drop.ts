import { useEffect, useEffectEvent, useState } from 'react'

/** Takes files that are dropped anywhere on the page. Answers whether one is being held over it. */
export function useFileDrop(onDrop: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const drop = useEffectEvent(onDrop)

  useEffect(() => {
    const listening = new AbortController()
    const listen = <Name extends 'dragenter' | 'dragover' | 'dragleave' | 'drop'>(
      name: Name,
      react: (event: DragEvent, transfer: DataTransfer) => void,
    ) =>
      document.addEventListener(
        name,
        (event) => {
          // Text and links that are dragged are none of our business.
          if (event.dataTransfer?.types.includes('Files')) react(event, event.dataTransfer)
        },
        { signal: listening.signal },
      )

    listen('dragenter', () => setIsOver(true))
    listen('dragover', (event, transfer) => {
      event.preventDefault()
      transfer.dropEffect = 'copy'
    })
    // From one part of the page to another it only changes hands.
    listen('dragleave', (event) => event.relatedTarget === null && setIsOver(false))
    listen('drop', (event, transfer) => {
      // Else the browser would open the file in the page's place.
      event.preventDefault()
      setIsOver(false)
      drop([...transfer.files])
    })
    return () => listening.abort()
  }, [])

  return isOver
}
