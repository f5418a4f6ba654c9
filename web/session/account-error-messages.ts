const INVALID_ADDRESS = 'This is not a valid email address. Please check it for typing errors.'

/**
 * The messages for people about errors of an account, by GoTrue's error code, whose own messages are written for
 * programs. The message of a code that is missing here is written for people.
 */
const MESSAGES: Partial<Record<string, string>> = {
  invalid_credentials: 'The email address or the password is wrong. Please check both.',
  email_not_confirmed:
    'Your email address is not confirmed yet. Please open the link in the mail that we sent you.',
  user_already_exists: 'An account with this email address already exists. Please sign in.',
  email_exists: 'This email address belongs to another account. Please enter a different one.',
  email_address_invalid: INVALID_ADDRESS,
  // By its message, because all malformed fields share one code.
  'Unable to validate email address: invalid format': INVALID_ADDRESS,
  same_password: 'This is already your password. Please choose another.',
  reauthentication_needed: 'Please enter your current password, too.',
  current_password_required: 'Please enter your current password, too.',
  current_password_invalid: 'This is not your current password.',
  otp_expired: 'This link was already used or has expired. Please ask for a new one.',
  no_authorization: 'Please sign in.',
  bad_jwt: 'Your session has ended. Please sign in again.',
  session_not_found: 'You have been signed out. Please sign in again.',
  session_expired: 'Your session has ended. Please sign in again.',
  refresh_token_not_found: 'Your session has ended. Please sign in again.',
  refresh_token_already_used:
    'Your session was used in two places, so it was ended for safety. Please sign in again.',
}

/** Returns the message for an error of an account, or undefined if the backend's own message is for people. */
export function accountErrorMessage(code: string, message: string): string | undefined {
  return MESSAGES[message] ?? MESSAGES[code]
}
