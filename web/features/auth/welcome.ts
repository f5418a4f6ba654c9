/** The toasts after a sign-up and after a sign-in. */
export const WELCOME = {
  title: 'Account created',
  description: 'Welcome to the Criterion Collection Tracker',
}
export const WELCOME_BACK = { title: 'Welcome back', description: 'Successfully signed in' }
