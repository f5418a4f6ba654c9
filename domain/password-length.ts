/** The shortest password that may be chosen, in characters of Unicode: an emoji of one code point is one. */
export const PASSWORD_MIN_CHARACTERS = 8
/** The longest password, in bytes of UTF-8. Without a limit, a caller could make the server hash megabytes. */
export const PASSWORD_MAX_BYTES = 200

/** The fault in the length of a password; the form and the server use the same rule. */
export function passwordLengthFault(password: string): 'too short' | 'too long' | undefined {
  if ([...password].length < PASSWORD_MIN_CHARACTERS) return 'too short'
  return isTooLong(password) ? 'too long' : undefined
}

/** Also for a password that is only tried. */
export function isTooLong(password: string): boolean {
  // A UTF-16 code unit has at least one byte in UTF-8.
  return (
    password.length > PASSWORD_MAX_BYTES || new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES
  )
}
