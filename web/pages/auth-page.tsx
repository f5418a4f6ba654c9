import { getRouteApi, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { PATHS } from '../../domain/paths.ts'
import { Access } from '../features/auth/access.tsx'
import { readMailLink } from '../features/auth/mail-link.ts'
import { nextPath } from '../features/auth/next-path.ts'
import { TypographicCover } from '../features/film/cover/typographic-cover.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import styles from './auth-page.module.css'

const COVER = { spine: 1300, title: 'Your Collection', director: 'Yourself', year: 2026 }

const route = getRouteApi(PATHS.auth)

export function AuthPage() {
  const { history } = useRouter()
  const navigate = useNavigate()
  const next = nextPath(route.useSearch().next)
  const { hash } = useLocation()
  const [link, setLink] = useState(() => readMailLink(hash))

  // What a mail's link carries is for one use: it is not to stay in the address, the history or a screenshot.
  // It may also be opened where this page is already.
  useEffect(() => {
    const opened = readMailLink(hash)
    if (!opened) return
    setLink(opened)
    navigate({ to: PATHS.auth, hash: '', replace: true })
  }, [hash, navigate])

  const goOn = useCallback(() => history.replace(next), [history, next])

  return (
    <PageFrame title="Sign in">
      <div className={styles.page}>
        <div className={styles.cover}>
          <TypographicCover film={COVER} />
        </div>
        <Access key={link && JSON.stringify(link)} link={link} onSignedIn={goOn} />
      </div>
    </PageFrame>
  )
}
