/** What is typed to sign in or up; shared by both, so that nothing is typed twice. */
export interface Credentials {
  username: string
  email: string
  password: string
}

export const NO_CREDENTIALS: Credentials = { username: '', email: '', password: '' }
