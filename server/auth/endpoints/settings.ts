import type { AuthContext } from '../context.ts'

/** `GET /settings`: which ways to sign up the site offers. */
export async function getSettings({ mailer }: AuthContext) {
  return {
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: mailer === undefined,
    phone_autoconfirm: false,
    saml_enabled: false,
  }
}
