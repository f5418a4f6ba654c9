/** The pattern of a username, which the database checks, too. It stores every name in lower case. */
const USERNAME_PATTERN = /^[a-z0-9_-]{3,30}$/

/** The same rule in words. */
export const USERNAME_RULE = '3 to 30 characters: a–z, 0–9, _ or -'

/** Returns a name as it is stored and written in addresses. */
export function normaliseUsername(text: string): string {
  return text.trim().toLowerCase()
}

/** Whether a text, in any case, is a valid username. */
export function isUsername(text: string): boolean {
  return USERNAME_PATTERN.test(normaliseUsername(text))
}
