import type { Page } from '@playwright/test'
import {
  comparisonPath,
  filmPath,
  giftPath,
  PATHS,
  profilePath,
  progressPath,
  setPath,
} from '../../../domain/paths.ts'
import { signUpAdmin } from '../support/admin.ts'
import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'
import { signInAs, signUp } from '../support/people.ts'

test("the content security policy allows only the site's own scripts and styles", async ({ request }) => {
  for (const path of ['/', '/auth', '/account', '/nobody']) {
    const response = await request.get(path)
    const headers = response.headers()
    const policy = new Map(
      (headers['content-security-policy'] ?? '').split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(/\s+/)
        return [name, sources.join(' ')]
      }),
    )
    expect([...policy.values()].join(' ')).not.toMatch(/unsafe|\*|http:/)
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('script-src')).toBe("'self'")
    expect(policy.get('style-src')).toBe("'self'")
    expect(policy.get('base-uri')).toBe("'none'")
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBeTruthy()

    const html = await response.text()
    const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>/g)].map(([, attributes]) =>
      attributes?.trim(),
    )
    // An unknown profile redirects to the home page.
    const blocks = path === '/account' ? ['config'] : ['config', 'state']
    expect(inline, 'data blocks and no code').toEqual(
      blocks.map((id) => `type="application/json" id="${id}"`),
    )
    expect(html).not.toMatch(/\sstyle=|<style|\son\w+=|javascript:/)
  }
})

test('no page loads code from another host, neither for visitors nor for admins', async ({
  page,
  newVisitor,
  server,
  problems,
}) => {
  problems.expect(/\/no\/such\/page/)
  const admin = await signUpAdmin(server, 'hosts')
  const other = await signUp(server.url, 'others')
  await admin.client.from('user_ownership').insert({ film_id: 1, owns_dvd: true }).throwOnError()
  await other.client.from('user_wishlist').insert({ film_id: 1 }).throwOnError()
  const { data: token } = await other.client.rpc('make_gift_link').throwOnError()
  const { data: set } = await admin.client
    .from('sets')
    .select('id')
    .is('film_id', null)
    .limit(1)
    .single()
    .throwOnError()
  const forAll = [
    PATHS.home,
    PATHS.auth,
    filmPath(2),
    setPath(set.id),
    giftPath(token),
    profilePath(admin.username),
    progressPath(admin.username),
    comparisonPath(other.username, admin.username),
    '/no/such/page',
  ]
  await signInAs(page.context(), admin)
  const visitor = await newVisitor()
  for (const [reader, paths] of [
    [visitor, forAll],
    [page, [...Object.values(PATHS), ...forAll]],
  ] as const) {
    const requested = watchScripts(reader)
    for (const path of new Set(paths)) {
      const response = await reader.goto(path)
      expect(response?.headers()['content-security-policy'], path).toContain("script-src 'self'")
      // The page of someone who may not see it would be another one.
      if (path !== PATHS.auth) expect(new URL(reader.url()).pathname).toBe(path)
      await expect(reader.getByRole('heading', { level: 1 })).toBeVisible()
      await reader.waitForLoadState('networkidle')
      const named = await codeNamedIn(reader)
      expect(named.length, path).toBeGreaterThan(0)
      expect(
        [...named, ...requested].filter((url) => new URL(url).origin !== server.url),
        path,
      ).toEqual([])
    }
    expect(requested.size).toBeGreaterThan(paths.length)
  }
})

/** The addresses of the scripts and workers that a page requests from now on. */
function watchScripts(page: Page): Set<string> {
  const urls = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') urls.add(request.url())
  })
  page.on('worker', (worker) => urls.add(worker.url()))
  return urls
}

/** The addresses of code that elements of the page name, also those in its template. */
function codeNamedIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const roots = [document, ...Array.from(document.querySelectorAll('template'), ({ content }) => content)]
    return roots.flatMap((root) => [
      ...Array.from(root.querySelectorAll<HTMLScriptElement>('script[src]'), ({ src }) => src),
      ...Array.from(
        root.querySelectorAll<HTMLLinkElement>(
          'link:is([rel~=preload], [rel~=modulepreload], [rel~=prefetch])',
        ),
        ({ href }) => href,
      ),
    ])
  })
}

test('injected code and styles have no effect', async ({ page, problems }) => {
  problems.expect(/Content Security Policy/, /Trusted/)
  await page.goto('/')
  await expect(homePage(page).status).toBeVisible()
  await page.evaluate((code) => {
    const put = (name: string, attribute: string, value: string) => {
      const element = document.createElement(name)
      document.body.append(element)
      element.setAttribute(attribute, value)
      return element
    }
    const attempts = [
      () => document.body.append(Object.assign(document.createElement('script'), { textContent: code })),
      () => put('img', 'onerror', code).setAttribute('src', 'data:,'),
      () => put('a', 'href', `javascript:${code}`).click(),
      () => put('p', 'style', 'color: red'),
    ]
    for (const attempt of attempts) {
      // Trusted Types throw an error; the rest of the policy blocks silently.
      try {
        attempt()
      } catch {}
    }
  }, 'window.injected = true')
  await page.waitForTimeout(300)
  expect(await page.evaluate(() => 'injected' in window)).toBe(false)
  await expect(page.locator('body > p')).not.toHaveCSS('color', 'rgb(255, 0, 0)')
})

test('assigning a string to innerHTML throws an error', async ({ page, problems }) => {
  problems.expect(/Trusted/)
  await page.goto('/')
  const assign = page.evaluate(() => {
    document.createElement('div').innerHTML = '<img src="data:,">'
  })
  await expect(assign).rejects.toThrow(/TrustedHTML/)
})

test('the page shows markup in a search as text', async ({ page }) => {
  const text = '<img src=x onerror=alert(1)>"\'</title><script>alert(1)</script>'
  page.on('dialog', () => {
    throw new Error('A script ran.')
  })
  await page.goto(`/?q=${encodeURIComponent(text)}`)
  await expect(page.getByText(`No films match “${text}”.`)).toBeVisible()
  await expect(homePage(page).search).toHaveValue(text)
  await expect(page.locator('main img, main script')).toHaveCount(0)
})
