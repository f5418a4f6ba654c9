import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, type RouterHistory, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { PAGE_TITLES } from '../../../domain/page-titles.ts'
import { PATHS } from '../../../domain/paths.ts'
import { readAuthSearch } from '../../features/auth/auth-search.ts'
import { AuthSteps } from '../../features/auth/auth-steps.tsx'
import { type MailLink, readMailLink } from '../../features/auth/mail-link/mail-link.ts'
import { nextPath } from '../../features/auth/next-path.ts'
import { TypographicCover } from '../../features/film/cover/typographic-cover.tsx'
import {
  parseRequestedMark,
  type RequestedMark,
  setRequestedMark,
  storeRequestedMark,
  takeRequestedMark,
} from '../../features/tracking/marks/requested-mark.ts'
import { useSession } from '../../session/session.tsx'
import { PageFrame } from '../page-frame.tsx'
import styles from './auth-page.module.css'

const COVER = { spine: 1300, title: 'Your Collection', director: 'Yourself', year: 2026 }

const route = getRouteApi(PATHS.auth)

export function AuthPage() {
  const { history } = useRouter()
  const navigate = useNavigate()
  const search = route.useSearch()
  const next = nextPath(search.next)
  const queryClient = useQueryClient()
  const session = useSession()
  const { hash } = useLocation()
  const [link, setLink] = useState<MailLink>()
  // A state, because the address follows a moment later: a second click must be compared with the tab of the first.
  const tabOfAddress = search.tab ?? ('sign-in' as const)
  const [tab, setTab] = useState(tabOfAddress)
  useEffect(() => setTab(tabOfAddress), [tabOfAddress])

  // After hydration, because the server does not know the fragment. Until then before-paint.js hides the form.
  useLayoutEffect(() => {
    setLink((before) => readMailLink(hash) ?? before)
    delete document.documentElement.dataset.mailLink
  }, [hash])

  // The token of a mail's link works once. It must not stay in the address, the history or a screenshot. The link may
  // also be opened while this page is shown.
  useEffect(() => {
    if (readMailLink(hash)) navigate({ to: PATHS.auth, search: true, hash: '', replace: true })
  }, [hash, navigate])

  const leave = useCallback(() => {
    // A link in the fragment must be read first.
    if (readMailLink(hash) || session.status !== 'signed-in') return
    const mark = markInHistory(history) ?? takeRequestedMark(session.email)
    // Replaces this page's history entry, so that going back does not make the mark again.
    history.replace(next)
    if (mark) void setRequestedMark(queryClient, session.userId, mark)
  }, [history, next, hash, queryClient, session])

  function keepUntilConfirmed(email: string) {
    const mark = markInHistory(history)
    if (mark) storeRequestedMark(email, mark)
  }

  return (
    <PageFrame title={PAGE_TITLES.auth} isShort>
      <div className={styles.page}>
        <div className={styles.cover}>
          <TypographicCover film={COVER} />
        </div>
        <AuthSteps
          key={link && JSON.stringify(link)}
          link={link}
          tab={tab}
          onTab={(tab) => {
            setTab(tab)
            navigate({
              to: PATHS.auth,
              search: readAuthSearch({ ...search, tab }),
              state: true,
              replace: true,
              resetScroll: false,
            })
          }}
          onMailSent={keepUntilConfirmed}
          onSignedIn={leave}
        />
      </div>
    </PageFrame>
  )
}

/**
 * Returns the mark that led here. It is in the state of the history entry, not in the address, which another site could
 * have set.
 */
function markInHistory({ location }: RouterHistory): RequestedMark | undefined {
  return parseRequestedMark(Reflect.get(location.state, 'requestedMark'))
}
