/** The shortest password that may be chosen, in characters of Unicode: an emoji of one code point is one. */
export const PASSWORD_MIN_CHARACTERS = 8
/** The longest, in bytes of UTF-8: long enough for any phrase, and nobody may have megabytes hashed. */
export const PASSWORD_MAX_BYTES = 200

/** How the length of a password is at fault; the same in the form and on the server. */
export function passwordLengthFault(password: string): 'too short' | 'too long' | undefined {
  if ([...password].length < PASSWORD_MIN_CHARACTERS) return 'too short'
  return isTooLong(password) ? 'too long' : undefined
}

/** Of any password that is tried, too. */
export function isTooLong(password: string): boolean {
  // A sign of UTF-16 has at least one byte.
  return (
    password.length > PASSWORD_MAX_BYTES || new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES
  )
}
