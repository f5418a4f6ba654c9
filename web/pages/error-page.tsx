import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect } from 'react'
import { PageUnreachableError, retryMissingPages } from '../app/lazy-page.ts'
import { onReconnect } from '../connection/connection.ts'
import { Button } from '../ui/form/button.tsx'
import { BlankCase } from '../ui/page/blank-case.tsx'
import { PageFrame } from '../ui/page/page-frame.tsx'
import styles from './notice.module.css'

/** In place of a page that failed; so it draws no film, which may have been the reason. */
export function ErrorPage({ error }: { error: unknown }) {
  return error instanceof PageUnreachableError ? <PageOutOfReach /> : <BrokenPage />
}

/** The code of the page is missing; it comes by itself as soon as the site answers. */
function PageOutOfReach() {
  const router = useRouter()
  const tryAgain = useCallback(async () => {
    await retryMissingPages()
    await router.invalidate()
  }, [router])
  useEffect(() => onReconnect(tryAgain), [tryAgain])

  return (
    <ErrorNotice
      title="Out of reach"
      text="This page could not be loaded, because the site cannot be reached just now. It comes as soon as it can."
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
      text="This page could not be shown. Please check your connection; loading it again often helps."
    >
      <Button look="solid" onClick={() => location.reload()}>
        Reload
      </Button>
    </ErrorNotice>
  )
}

function ErrorNotice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <PageFrame title={title}>
      <div className={styles.notice}>
        <BlankCase plate="!" />
        <div>
          <h1 className={styles.heading}>{title}</h1>
          <p className={styles.text}>{text}</p>
          {children}
        </div>
      </div>
    </PageFrame>
  )
}
