import type { SupabaseClient } from '@supabase/supabase-js'
import { ExpectedValue, type Outcome } from './expected-value.ts'
import { callAccounts, clientOf, outcomeOf, type Site, type Tally } from './site.ts'

export const FLAGS = ['owns_laserdisc', 'owns_dvd', 'owns_bluray', 'owns_bluray_4k'] as const
export const LISTS = ['user_wishlist', 'user_watched'] as const

export type Flag = (typeof FLAGS)[number]
export type List = (typeof LISTS)[number]

interface SessionBody {
  access_token: string
  refresh_token: string
  user: { id: string }
}

/** A person with an account, who records the server's acknowledgements. */
export class Person {
  readonly account = new ExpectedValue<'none' | 'there' | 'deleted'>('none')
  readonly username: ExpectedValue<string>
  readonly password = new ExpectedValue('a password of no use elsewhere')
  readonly email: string
  /** The marks by `${film} ${flag}` and `${film} ${list}`. */
  readonly marks = new Map<string, ExpectedValue<boolean>>()
  id = ''
  refreshToken = ''
  /** When a refresh got no response: its token then works only for the grace period of ten seconds. */
  refreshInDoubtSince: number | undefined
  /** Whether the person has written since the last check. */
  isTouched = true
  readonly client: SupabaseClient
  #token = ''
  readonly #site: Site
  readonly #tally: Tally

  constructor(site: Site, tally: Tally, username: string) {
    this.#site = site
    this.#tally = tally
    this.username = new ExpectedValue(username)
    this.email = `${username}@example.org`
    this.client = clientOf(site, () => this.#token)
  }

  get isThere(): boolean {
    return this.account.value === 'there' && !this.account.isInDoubt
  }

  async signUp(): Promise<Outcome> {
    const { outcome, body } = await callAccounts<SessionBody>(this.#site, 'POST', 'signup', {
      email: this.email,
      password: this.password.value,
      data: { username: this.username.value },
    })
    this.account.note('there', outcome)
    if (outcome === 'done') this.#enter(body)
    return this.#count('sign-up', outcome, body)
  }

  /** Returns whether the password is right. Begins a session; the former one continues. */
  async signIn(password: string): Promise<boolean> {
    const { outcome, body } = await callAccounts<SessionBody>(
      this.#site,
      'POST',
      'token?grant_type=password',
      { email: this.email, password },
    )
    if (outcome === 'done') this.#enter(body)
    return outcome === 'done'
  }

  async refresh(): Promise<{ outcome: Outcome; code: string | undefined }> {
    const { outcome, body } = await callAccounts<SessionBody & { error_code?: string }>(
      this.#site,
      'POST',
      'token?grant_type=refresh_token',
      { refresh_token: this.refreshToken },
    )
    if (outcome === 'done') this.#enter(body)
    if (outcome === 'unknown') this.refreshInDoubtSince ??= Date.now()
    return { outcome, code: body.error_code }
  }

  async continueSession(): Promise<Outcome> {
    const { outcome, code } = await this.refresh()
    return this.#count('refresh', outcome, code)
  }

  async changePassword(password: string): Promise<Outcome> {
    const { outcome, body } = await callAccounts(
      this.#site,
      'PUT',
      'user',
      { password, current_password: this.password.value },
      this.#token,
    )
    this.password.note(password, outcome)
    return this.#count('password', outcome, body)
  }

  async rename(username: string): Promise<Outcome> {
    const response = await this.client.from('profiles').update({ username }).eq('id', this.id)
    this.username.note(username, outcomeOf(response))
    return this.#count('username', outcomeOf(response), response.error)
  }

  async leave(): Promise<Outcome> {
    const response = await this.client.rpc('delete_account', { username: this.username.value })
    this.account.note('deleted', outcomeOf(response))
    return this.#count('deletion of an account', outcomeOf(response), response.error)
  }

  async toggleFlag(film: number, flag: Flag): Promise<Outcome> {
    const register = registerOf(this.marks, `${film} ${flag}`)
    const value = !register.value
    const response = await this.client
      .from('user_ownership')
      .upsert({ user_id: this.id, film_id: film, [flag]: value }, { onConflict: 'user_id,film_id' })
    register.note(value, outcomeOf(response))
    return this.#count('tick', outcomeOf(response), response.error)
  }

  async toggleListing(film: number, list: List): Promise<Outcome> {
    const register = registerOf(this.marks, `${film} ${list}`)
    const row = { user_id: this.id, film_id: film }
    const response = register.value
      ? await this.client.from(list).delete().match(row)
      : await this.client.from(list).upsert(row, { onConflict: 'user_id,film_id', ignoreDuplicates: true })
    register.note(!register.value, outcomeOf(response))
    return this.#count(list, outcomeOf(response), response.error)
  }

  #enter({ access_token, refresh_token, user }: SessionBody): void {
    this.#token = access_token
    this.refreshToken = refresh_token
    this.refreshInDoubtSince = undefined
    this.id = user.id
  }

  #count(what: string, outcome: Outcome, response: unknown): Outcome {
    this.isTouched = true
    return this.#tally.count(`${what} of ${this.username}`, outcome, response)
  }
}

function registerOf(registers: Map<string, ExpectedValue<boolean>>, key: string): ExpectedValue<boolean> {
  const register = registers.get(key) ?? new ExpectedValue(false)
  registers.set(key, register)
  return register
}
