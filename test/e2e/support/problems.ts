import type { BrowserContext } from '@playwright/test'

/**
 * Everything a person with the developer tools open would frown at, in any page of the watched contexts. A
 * violation of the content policy shows up as a console error.
 */
export class Problems {
  readonly #found: string[] = []
  readonly #expected: RegExp[] = []
  readonly #origins: readonly string[]

  /** @param origins where the product is served from; all others are outside. */
  constructor(...origins: string[]) {
    this.#origins = origins
  }

  /** Names what a journey brings about on purpose. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns)
  }

  get unexpected(): string[] {
    return this.#found.filter((problem) => !this.#expected.some((pattern) => pattern.test(problem)))
  }

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() !== 'error' || this.#isMissingOutsideImage(message)) return
      this.#found.push(`console: ${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (error) => this.#found.push(`page error: ${error.error().message}`))
    context.on('request', (request) => {
      if (this.#isOwn(request.url()) || request.resourceType() === 'image') return
      this.#found.push(`request to an outside host: ${request.resourceType()} ${request.url()}`)
    })
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? ''
      // A request that the page itself gave up, such as an overtaken search.
      if (!this.#isOwn(request.url()) || reason === 'net::ERR_ABORTED') return
      this.#found.push(`failed request: ${reason} ${request.url()}`)
    })
    context.on('response', (response) => {
      if (!this.#isOwn(response.url()) || response.status() < 400) return
      this.#found.push(`answer ${response.status()}: ${response.url()}`)
    })
  }

  #isOwn(url: string): boolean {
    return this.#origins.some((origin) => url.startsWith(`${origin}/`)) || /^(data|blob|about):/.test(url)
  }

  /** Box art and favicons come from hosts that may be out of reach; the journeys are never let reach them. */
  #isMissingOutsideImage(message: { text(): string; location(): { url: string } }): boolean {
    const { url } = message.location()
    return message.text().startsWith('Failed to load resource: net::') && !this.#isOwn(url)
  }
}
