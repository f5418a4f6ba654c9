import { AuthError } from '../auth-error.ts'

/** What the site is called: whoever guesses begins with it. */
const SITE_WORDS = ['criterion', 'collection', 'tracker', 'film', 'movie']

/** What remains beside known words must at least be this long. */
const MIN_OWN_CHARACTERS = 5

let common: Promise<ReadonlySet<string>> | undefined

/**
 * @param about what is known of its owner.
 * @throws AuthError 422 `weak_password` for one that whoever guesses tries first.
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

/** Whether a password is among those that many people have, which is where guessing begins; case does not matter. */
async function isCommon(password: string): Promise<boolean> {
  common ??= readCommon()
  return (await common).has(password.toLowerCase())
}

/** A list of some 49,000 that were found in leaks. Read at the first sign-up: most starts see none. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/**
 * Whether a password is little more than what everybody knows of the site and of its owner.
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
