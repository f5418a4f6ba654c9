import { getRouteApi, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { PATHS } from '../../domain/paths.ts'
import { replayEarlyClicks } from '../early-clicks.ts'
import { Access } from '../features/auth/access.tsx'
import { type MailLink, readMailLink } from '../features/auth/mail-link.ts'
import { nextPath } from '../features/auth/next-path.ts'
import { TypographicCover } from '../features/film/cover/typographic-cover.tsx'
import { FIRST_SEEN } from '../ui/first-seen.ts'
import { PageFrame } from '../ui/page-frame.tsx'
import styles from './auth-page.module.css'

const COVER = { spine: 1300, title: 'Your Collection', director: 'Yourself', year: 2026 }

const route = getRouteApi(PATHS.auth)

export function AuthPage() {
  const { history } = useRouter()
  const navigate = useNavigate()
  const next = nextPath(route.useSearch().next)
  const { hash } = useLocation()
  const [link, setLink] = useState<MailLink>()
  useEffect(replayEarlyClicks, [])

  // Not at the first drawing, which is the server's: it does not know the fragment. What stood there for everybody else
  // was hidden until now (before-paint.js).
  useLayoutEffect(() => {
    setLink((before) => readMailLink(hash) ?? before)
    delete document.documentElement.dataset.mailLink
  }, [hash])

  // What a mail's link carries is for one use: it is not to stay in the address, the history or a screenshot.
  // It may also be opened where this page is already.
  useEffect(() => {
    if (readMailLink(hash)) navigate({ to: PATHS.auth, hash: '', replace: true })
  }, [hash, navigate])

  const goOn = useCallback(() => history.replace(next), [history, next])

  return (
    <PageFrame title="Sign in">
      <div id={FIRST_SEEN} className={styles.page}>
        <div className={styles.cover}>
          <TypographicCover film={COVER} />
        </div>
        <Access key={link && JSON.stringify(link)} link={link} onSignedIn={goOn} />
      </div>
    </PageFrame>
  )
}
