/** What a toast says to who is signed in now, by whichever way. */
export const WELCOME = {
  title: 'Account created',
  description: 'Welcome to the Criterion Collection Tracker',
}
export const WELCOME_BACK = { title: 'Welcome back', description: 'Successfully signed in' }
