import type { FastifyHelmetOptions } from '@fastify/helmet'

const STRICT_TRANSPORT_SECONDS = 31_536_000

/** The headers of pages: what a page may load and do. Nothing inline; the configuration is a data block. */
export function pageHeaders(siteUrl: string | undefined): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        // The catalogue may name box art and icons of any site.
        imgSrc: ["'self'", 'https:', 'data:'],
        // Of other addresses, `https:` does not include `wss:`.
        connectSrc: ["'self'", ...(siteUrl ? [siteUrl, siteUrl.replace(/^http/, 'ws')] : [])],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // No string becomes markup or code. The one policy creates the addresses of workers (web/app/worker.ts).
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['worker'],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isBehindTls(siteUrl) && {
      maxAge: STRICT_TRANSPORT_SECONDS,
      includeSubDomains: true,
    },
    xFrameOptions: { action: 'deny' },
  }
}

/** The headers of responses that are data, not pages. They are few, because every response carries them. */
export function apiHeaders(siteUrl: string | undefined): Record<string, string> {
  return {
    // If the response is opened as a page, it is plain text without an origin.
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(isBehindTls(siteUrl) && {
      'strict-transport-security': `max-age=${STRICT_TRANSPORT_SECONDS}; includeSubDomains`,
    }),
  }
}

/** Whether the site is served over TLS, according to its address: on the operator's own machine there is none. */
export function isBehindTls(siteUrl: string | undefined): boolean {
  return siteUrl?.startsWith('https:') ?? false
}
