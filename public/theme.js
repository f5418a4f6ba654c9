// Runs before the first paint, so that a chosen theme never flashes the other one.
;(() => {
  let theme
  try {
    theme = localStorage.getItem('theme')
  } catch {
    return
  }
  if (theme !== 'light' && theme !== 'dark') return
  document.documentElement.dataset.theme = theme
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.content = theme === 'dark' ? '#131211' : '#f6f3ec'
  }
})()
