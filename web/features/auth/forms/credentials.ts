/** The fields of the sign-in and sign-up forms, which share their values. */
export interface Credentials {
  username: string
  email: string
  password: string
}

export const NO_CREDENTIALS: Credentials = { username: '', email: '', password: '' }
