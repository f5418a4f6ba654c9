import type { FastifyHelmetOptions } from '@fastify/helmet'

const STRICT_TRANSPORT_SECONDS = 31_536_000

/** What a page may load and do. Nothing inline: configuration travels as a data block. */
export function pageHeaders(siteUrl: string | undefined): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        // Box art and the sites' icons come from wherever the catalogue says.
        imgSrc: ["'self'", 'https:', 'data:'],
        connectSrc: ["'self'", ...(siteUrl ? [siteUrl] : [])],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // A string becomes neither markup nor code. One policy makes the address of the one worker
        // (web/features/admin/update-formats/comparison/compare-file.ts).
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

/** For answers that are data and never a page; few, because they go with every request. */
export function apiHeaders(siteUrl: string | undefined): Record<string, string> {
  return {
    // Opened as a page all the same, it stays a text from nowhere.
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(isBehindTls(siteUrl) && {
      'strict-transport-security': `max-age=${STRICT_TRANSPORT_SECONDS}; includeSubDomains`,
    }),
  }
}

/** Whether people reach the site from elsewhere, as its address says: on one's own machine there is no TLS. */
export function isBehindTls(siteUrl: string | undefined): boolean {
  return siteUrl?.startsWith('https:') ?? false
}
