import { BlankCase } from '../ui/blank-case.tsx'
import { Button } from '../ui/button.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import styles from './notice.module.css'

/** In place of a page that failed while rendering; so it draws no film, which may have been the reason. */
export function ErrorPage() {
  return (
    <PageFrame title="Something went wrong">
      <div className={styles.notice}>
        <BlankCase plate="!" />
        <div>
          <h1 className={styles.heading}>Something went wrong</h1>
          <p className={styles.text}>
            This page could not be shown. Please check your connection; loading it again often helps.
          </p>
          <Button look="solid" onClick={() => location.reload()}>
            Reload
          </Button>
        </div>
      </div>
    </PageFrame>
  )
}
