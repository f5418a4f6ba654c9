import { z } from 'zod'

/** The longest address that mail can be sent to (RFC 5321, erratum 1690). */
const MAX_LENGTH = 254

/** An email address as accounts have it: trimmed and in lower case, since addresses compare regardless of case. */
export const email = z.string().trim().toLowerCase().max(MAX_LENGTH).pipe(z.email())
