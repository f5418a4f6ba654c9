/** What a username may be, as the database checks it, too: it stores every name in lower case. */
const USERNAME_PATTERN = /^[a-z0-9_-]{3,30}$/

/** What people are told about it. */
export const USERNAME_RULE = '3 to 30 characters: a–z, 0–9, _ or -'

/** A name as it is stored and stands in addresses. */
export function normaliseUsername(text: string): string {
  return text.trim().toLowerCase()
}

/** Whether a text, in any case, may be someone's username. */
export function isUsername(text: string): boolean {
  return USERNAME_PATTERN.test(normaliseUsername(text))
}
