import {
  PASSWORD_MAX_BYTES,
  PASSWORD_MIN_CHARACTERS,
  passwordLengthFault,
} from '../../domain/password-length.ts'

export const PASSWORD_RULE = `At least ${PASSWORD_MIN_CHARACTERS} characters.`

/** What is wrong with an email address at first sight; whether it exists, a mail will show. */
export function emailFault(text: string): string | undefined {
  if (text.trim() === '') return 'Please enter your email address.'
  return /^\S+@\S+$/.test(text.trim()) ? undefined : 'An email address looks like name@example.org.'
}

/** What is wrong with the password of an account that exists. */
export function passwordFault(text: string): string | undefined {
  return text === '' ? 'Please enter your password.' : undefined
}

/** What is wrong with a password that someone chooses. */
export function newPasswordFault(text: string): string | undefined {
  if (text === '') return 'Please choose a password.'
  switch (passwordLengthFault(text)) {
    case 'too short':
      return `A password has at least ${PASSWORD_MIN_CHARACTERS} characters.`
    case 'too long':
      return `A password has at most ${PASSWORD_MAX_BYTES} bytes.`
  }
}
