const NO_ADDRESS = 'That is no email address. Please check it for typing errors.'

/**
 * What refusals about an account say to a person, by GoTrue's error code: its own messages are written for programs. A code
 * that is missing here comes with a message for people.
 */
const SENTENCES: Partial<Record<string, string>> = {
  invalid_credentials: 'The email address and password do not go together. Please check both.',
  email_not_confirmed: 'Please confirm your email address first, by the link in the mail you were sent.',
  user_already_exists: 'There is an account with this email address already. Please sign in.',
  email_exists: 'Another account has this email address.',
  email_address_invalid: NO_ADDRESS,
  // The code of this one is that of all malformed fields.
  'Unable to validate email address: invalid format': NO_ADDRESS,
  same_password: 'That is your password already. Please choose another.',
  reauthentication_needed: 'Please type your present password, too.',
  current_password_required: 'Please type your present password, too.',
  current_password_invalid: 'That is not your present password.',
  otp_expired: 'This link was used already, or is no longer valid. Please ask for a new one.',
  no_authorization: 'Please sign in.',
  bad_jwt: 'Your session has ended. Please sign in again.',
  session_not_found: 'You have been signed out. Please sign in again.',
  session_expired: 'Your session has ended. Please sign in again.',
  refresh_token_not_found: 'Your session has ended. Please sign in again.',
  refresh_token_already_used:
    'Your session was continued from two places, so it was ended for safety. Please sign in again.',
}

/** @returns undefined where the backend's own message is for people. */
export function accountErrorMessage(code: string, message: string): string | undefined {
  return SENTENCES[message] ?? SENTENCES[code]
}
