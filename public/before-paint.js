// Runs before the first paint: the page is the same for everybody, and what this browser knows must not come as a flash.
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
    // Whether somebody is signed in, as web/stored-session.ts reads it: style sheets go by it.
    const { supabaseUrl } = JSON.parse(document.getElementById('config').textContent)
    const host = new URL(supabaseUrl, location).hostname.split('.')[0]
    const session = JSON.parse(localStorage.getItem(`sb-${host}-auth-token`))
    if (session.access_token && session.refresh_token && session.user.id) root.dataset.signedIn = ''
  } catch {}

  // The faces that an earlier page has brought are in the browser's cache, so this one waits for them: up to a second.
  const LATIN = 'U+0-FF, U+2000-206F'
  const faces = [...document.querySelectorAll('link[as=font]')]
  const names = faces.map(({ href }) => href).join(' ')
  const load = (use) =>
    Promise.all(
      faces.map(({ href, dataset: { family, weight } }) => {
        // What it has no letters for, the style sheet's own faces have.
        const face = new FontFace(family, `url(${href})`, { weight, display: 'swap', unicodeRange: LATIN })
        use(face)
        return face.load()
      }),
    )
  let isAsked = false
  window.bringFaces = async () => {
    if (isAsked) return
    isAsked = true
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

  // Who comes with the link of a mail is to see what came of it, not the form (web/pages/auth-page.tsx).
  if (/type=|access_token=|error_/.test(location.hash)) root.dataset.mailLink = ''

  // What is not seen first leaves the line to what is: the code of a page that is drawn (server/page.ts), and after it all
  // covers but the first (web/features/film/film-cover.module.css). A page in the background may be seen much later.
  root.dataset.unseen = ''
  const goOn = () => {
    const showAll = () => delete root.dataset.unseen
    const code = document.getElementById('code')?.content
    const last = code?.lastChild
    if (!last) return showAll()
    last.onload = last.onerror = showAll
    document.head.append(code)
  }
  new PerformanceObserver(goOn).observe({ type: 'paint' })
  addEventListener('load', () => setTimeout(goOn, 500))

  // Buttons pressed before the page can hear it are pressed again then (web/early-clicks.ts).
  const targets = new Set()
  const note = ({ target }) => {
    const button = target.closest('button[type=button], [method=dialog] button')
    // The last press comes last.
    targets.delete(button)
    targets.add(button)
  }
  addEventListener('click', note, true)
  window.earlyClicks = { targets, stop: () => removeEventListener('click', note, true) }
})()
