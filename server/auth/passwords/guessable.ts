import { AuthError } from '../auth-error.ts'

/** Words of the site's name and subject, which an attacker tries first. */
const SITE_WORDS = ['criterion', 'collection', 'tracker', 'film', 'movie']

/** A password without the known words must have at least this many characters. */
const MIN_OWN_CHARACTERS = 5

let common: Promise<ReadonlySet<string>> | undefined

/**
 * @param about the owner's address, username and the like.
 * @throws AuthError 422 `weak_password` for a password that an attacker tries first.
 */
export async function requireHardToGuess(password: string, about: readonly string[]): Promise<void> {
  if (isAbout(password, about)) {
    throw new AuthError(
      422,
      'weak_password',
      'That password is little more than your name or the site’s. Please choose another.',
    )
  }
  if (await isCommon(password)) {
    throw new AuthError(
      422,
      'weak_password',
      'That password is one of those that many people have. Please choose another.',
    )
  }
}

/** Whether a password is on the list of common passwords, regardless of case. */
async function isCommon(password: string): Promise<boolean> {
  common ??= readCommon()
  return (await common).has(password.toLowerCase())
}

/** Loads some 49,000 passwords from leaks, at the first sign-up: most processes see none. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/**
 * Whether a password consists of little more than public words about the site and its owner.
 * @param about the owner's name, address and the like.
 */
function isAbout(password: string, about: readonly string[]): boolean {
  const words = [...SITE_WORDS, ...about.flatMap((text) => text.toLowerCase().split(/[^\p{L}]+/u))]
    .filter((word) => word.length >= 3)
    .sort((a, b) => b.length - a.length)
  const given = password.toLowerCase()
  const own = words.reduce((rest, word) => rest.replaceAll(word, ''), given)
  return own !== given && [...own.replaceAll(/[^\p{L}\p{N}]/gu, '')].length < MIN_OWN_CHARACTERS
}
