import {
  PASSWORD_MAX_BYTES,
  PASSWORD_MIN_CHARACTERS,
  passwordLengthFault,
} from '../../domain/password-length.ts'

export const PASSWORD_RULE = `At least ${PASSWORD_MIN_CHARACTERS} characters.`

/** Returns what is wrong with the form of an email address. Only a mail shows whether the address exists. */
export function emailFault(text: string): string | undefined {
  if (text.trim() === '') return 'Please enter your email address.'
  return /^\S+@\S+$/.test(text.trim())
    ? undefined
    : 'This is not a valid email address. Please check it for typing errors.'
}

/** Returns what is wrong with a password that is typed to sign in. */
export function passwordFault(text: string): string | undefined {
  return text === '' ? 'Please enter your password.' : undefined
}

/** Returns what is wrong with a new password. */
export function newPasswordFault(text: string): string | undefined {
  if (text === '') return 'Please choose a password.'
  switch (passwordLengthFault(text)) {
    case 'too short':
      return `This password is too short. Please use at least ${PASSWORD_MIN_CHARACTERS} characters.`
    case 'too long':
      return `This password is too long. Please use at most ${PASSWORD_MAX_BYTES} bytes.`
  }
}
