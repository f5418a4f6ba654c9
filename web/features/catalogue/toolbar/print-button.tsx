import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import styles from './print-button.module.css'

export interface PrintButtonProps {
  disabled: boolean
  /** Loads the films that are not on the page yet; rejects if they cannot be loaded. */
  loadAll: () => Promise<void>
}

/** Prints a whole list; the browser's own command prints only the films that are on the page. */
export function PrintButton({ disabled, loadAll }: PrintButtonProps) {
  const { mutate, reset, isPending, isError, isSuccess } = useMutation({
    mutationFn: loadAll,
    networkMode: 'always',
  })

  // In an effect, because the films are on the page only after the render.
  useEffect(() => {
    if (!isSuccess) return
    window.print()
    reset()
  }, [isSuccess, reset])

  return (
    <div className={styles.print}>
      <p role="status">{isError && 'The rest of the list could not be loaded. Press Print to try again.'}</p>
      {/* Not disabled while it loads, because the button would lose the keyboard's focus. */}
      <Button small disabled={disabled} aria-busy={isPending} onClick={() => isPending || mutate()}>
        {isPending ? 'Loading...' : 'Print'}
      </Button>
    </div>
  )
}
