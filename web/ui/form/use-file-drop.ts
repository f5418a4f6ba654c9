import { useEffect, useEffectEvent, useState } from 'react'

/** Calls `onDrop` with files dropped anywhere on the page. Returns whether files are being held over the page. */
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
          // Ignores dragged text and links.
          if (event.dataTransfer?.types.includes('Files')) react(event, event.dataTransfer)
        },
        { signal: listening.signal },
      )

    listen('dragenter', () => setIsOver(true))
    listen('dragover', (event, transfer) => {
      event.preventDefault()
      transfer.dropEffect = 'copy'
    })
    // Moving between two elements of the page also fires dragleave, with a related target.
    listen('dragleave', (event) => event.relatedTarget === null && setIsOver(false))
    listen('drop', (event, transfer) => {
      // Otherwise the browser would leave the page and open the file.
      event.preventDefault()
      setIsOver(false)
      drop([...transfer.files])
    })
    return () => listening.abort()
  }, [])

  return isOver
}
