import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button } from '../../../ui/form/button.tsx'
import styles from './print-button.module.css'

export interface PrintButtonProps {
  disabled: boolean
  /** Brings in the films that are not on the page yet; rejects when it cannot. */
  loadAll: () => Promise<void>
}

/** Prints a list whole: the browser's own command prints only what is on the page. */
export function PrintButton({ disabled, loadAll }: PrintButtonProps) {
  const { mutate, reset, isPending, isError, isSuccess } = useMutation({
    mutationFn: loadAll,
    networkMode: 'always',
  })

  // In an effect, because by then the films are on the page.
  useEffect(() => {
    if (!isSuccess) return
    window.print()
    reset()
  }, [isSuccess, reset])

  return (
    <div className={styles.print}>
      <p role="status">{isError && 'The rest of the list could not be loaded. Print again to retry.'}</p>
      {/* Not disabled while it loads: the keyboard's focus would be lost. */}
      <Button small disabled={disabled} aria-busy={isPending} onClick={() => isPending || mutate()}>
        {isPending ? 'Loading...' : 'Print'}
      </Button>
    </div>
  )
}
