import { expect, test } from '../support/fixtures.ts'
import { homePage } from '../support/home-page.ts'

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
