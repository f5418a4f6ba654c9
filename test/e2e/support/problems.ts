import type { BrowserContext } from '@playwright/test'

/**
 * Collects console errors, page errors, failed requests, error responses and requests to other hosts from all pages
 * of the watched contexts. A violation of the content security policy is a console error.
 */
export class Problems {
  readonly #found: string[] = []
  readonly #expected: RegExp[] = []
  readonly #origins: readonly string[]

  /** @param origins the origins of the site; a request to any other origin is a problem. */
  constructor(...origins: string[]) {
    this.#origins = origins
  }

  /** Announces problems that the test causes on purpose. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns)
  }

  get unexpected(): string[] {
    return this.#found.filter((problem) => !this.#expected.some((pattern) => pattern.test(problem)))
  }

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() !== 'error' || this.#isMissingOutsideImage(message)) return
      // The browser reports each lost connection. The page connects again.
      if (/^WebSocket connection to '[^']*\/realtime\/v1\/websocket[^']*' failed/.test(message.text())) return
      this.#found.push(`console: ${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (error) => this.#found.push(`page error: ${error.error().message}`))
    context.on('request', (request) => {
      if (this.#isOwn(request.url()) || request.resourceType() === 'image') return
      this.#found.push(`request to an outside host: ${request.resourceType()} ${request.url()}`)
    })
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? ''
      // The page cancels requests whose result it no longer needs, such as an earlier search.
      if (!this.#isOwn(request.url()) || reason === 'net::ERR_ABORTED') return
      this.#found.push(`failed request: ${reason} ${request.url()}`)
    })
    context.on('response', (response) => {
      if (!this.#isOwn(response.url()) || response.status() < 400) return
      this.#found.push(`response ${response.status()}: ${response.url()}`)
    })
  }

  #isOwn(url: string): boolean {
    return this.#origins.some((origin) => url.startsWith(`${origin}/`)) || /^(data|blob|about):/.test(url)
  }

  /** Box art and favicons come from other hosts, which the test browser cannot reach. */
  #isMissingOutsideImage(message: { text(): string; location(): { url: string } }): boolean {
    const { url } = message.location()
    return message.text().startsWith('Failed to load resource: net::') && !this.#isOwn(url)
  }
}
