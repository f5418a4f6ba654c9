// Runs before the first paint. The server renders the same page for all people; this script applies the theme and the
// session of this browser, so that they do not appear with a flash.
;(() => {
  const root = document.documentElement
  try {
    const theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') {
      root.dataset.theme = theme
      for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
        meta.content = theme === 'dark' ? '#131211' : '#f6f3ec'
      }
    }
    // The charts that this person shows as tables (web/features/profile/progress/shown-tables.ts).
    const tables = localStorage.getItem('tables')
    if (tables) root.dataset.tables = tables
    // Whether a person is signed in, determined as in web/session/stored-session.ts. Style sheets depend on it.
    const { supabaseUrl } = JSON.parse(document.getElementById('config').textContent)
    const host = new URL(supabaseUrl, location).hostname.split('.')[0]
    const session = JSON.parse(localStorage.getItem(`sb-${host}-auth-token`))
    if (session.access_token && session.refresh_token && session.user.id) root.dataset.signedIn = ''
  } catch {}

  // If an earlier page loaded the fonts, they are in the browser's cache, and this page waits for them up to a second.
  const LATIN = 'U+0-FF, U+2000-206F'
  const faces = [...document.querySelectorAll('link[as=font]')]
  const names = faces.map(({ href }) => href).join(' ')
  const load = (use) =>
    Promise.all(
      faces.map(({ href, dataset: { family, weight } }) => {
        // The fonts of the style sheet have the other letters.
        const face = new FontFace(family, `url(${href})`, { weight, display: 'swap', unicodeRange: LATIN })
        use(face)
        return face.load()
      }),
    )
  let isRequested = false
  window.bringFaces = async () => {
    if (isRequested) return
    isRequested = true
    await load((face) => document.fonts.add(face)).catch(() => {})
  }
  try {
    if (localStorage.getItem('faces') === names) {
      root.dataset.facesComing = ''
      const show = () => delete root.dataset.facesComing
      window.bringFaces().then(show)
      setTimeout(show, 1000)
    } else {
      addEventListener('load', () =>
        load(() => {})
          .then(() => localStorage.setItem('faces', names))
          .catch(() => {}),
      )
    }
  } catch {}

  // A person who opens the link of a mail sees its result, not the sign-in form (web/pages/account/auth-page.tsx).
  if (/type=|access_token=|error_/.test(location.hash)) root.dataset.mailLink = ''

  // The code of a rendered page (server/pages/page-html.ts), and then all covers but the first
  // (web/features/film/card/film-cover.module.css), load after the first paint, so that they do not delay it. A page in
  // the background may be painted much later, so a timer after the load event starts them, too.
  root.dataset.unseen = ''
  const loadRest = () => {
    const showAll = () => delete root.dataset.unseen
    const code = document.getElementById('code')?.content
    const last = code?.lastChild
    if (!last) return showAll()
    last.onload = last.onerror = showAll
    document.head.append(code)
  }
  const onPaint = (paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) loadRest()
  }
  new PerformanceObserver(onPaint).observe({ type: 'paint' })
  // A hidden page is painted much later. On a visible one this only replaces a paint that was not reported.
  addEventListener('load', () => setTimeout(loadRest, document.hidden ? 500 : 3000))

  // Records the buttons that are clicked before hydration, for web/app/hydration/replay-clicks.ts.
  const targets = new Set()
  const record = ({ target }) => {
    const button = target.closest('button[type=button], [method=dialog] button')
    // A repeated click moves the button to the end.
    targets.delete(button)
    targets.add(button)
  }
  addEventListener('click', record, true)
  window.clicksToReplay = { targets, stop: () => removeEventListener('click', record, true) }
})()
