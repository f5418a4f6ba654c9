import type { AuthContext } from '../context.ts'

/** `GET /settings`: what signing up takes here, as a form needs to know. */
export async function readSettings({ mailer }: AuthContext) {
  return {
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: mailer === undefined,
    phone_autoconfirm: false,
    saml_enabled: false,
  }
}
