import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { PageUnreachableError, retryMissingPages } from '../app/lazy-page.ts'
import { onReconnect } from '../connection/connection.ts'
import { Button } from '../ui/button/button.tsx'
import { ErrorNotice } from './error-notice.tsx'

/** Replaces a page that failed. */
export function ErrorPage({ error }: { error: unknown }) {
  return error instanceof PageUnreachableError ? <UnreachablePage /> : <BrokenPage />
}

/** For a page whose code could not be loaded. It loads automatically when the site is back. */
function UnreachablePage() {
  const router = useRouter()
  const tryAgain = useCallback(async () => {
    await retryMissingPages()
    await router.invalidate()
  }, [router])
  useEffect(() => onReconnect(tryAgain), [tryAgain])

  return (
    <ErrorNotice
      title="Site unreachable"
      text="This page could not be loaded because the site cannot be reached. It loads when the connection is back."
    >
      <Button look="solid" onClick={tryAgain}>
        Try again
      </Button>
    </ErrorNotice>
  )
}

function BrokenPage() {
  return (
    <ErrorNotice
      title="Something went wrong"
      text="This page could not be shown. Please check your connection and reload the page."
    >
      <Button look="solid" onClick={() => location.reload()}>
        Reload
      </Button>
    </ErrorNotice>
  )
}
