/** A person who is signed up through the API. */
export interface Person {
  id: string
  email: string
  token: string
  /** The session as a browser stores it. */
  session: object
}

const PASSWORD = 'as long as it is safe'

export async function signUp(url: string, apikey: string, username: string): Promise<Person> {
  const email = `${username}@example.org`
  const response = await post(`${url}/auth/v1/signup`, apikey, {
    email,
    password: PASSWORD,
    data: { username },
  })
  const session = (await response.json()) as { access_token: string; user: { id: string } }
  return { id: session.user.id, email, token: session.access_token, session }
}

/** Signs up a person who owns the first 120 films on DVD: more than two pages. */
export async function signUpCollector(url: string, apikey: string): Promise<Person & { username: string }> {
  const username = `bench-${Date.now().toString(36)}`
  const person = await signUp(url, apikey, username)
  const films = await fetch(`${url}/rest/v1/films?select=id&order=spine&limit=120`, { headers: { apikey } })
  const ticks = ((await films.json()) as { id: number }[]).map(({ id }) => {
    return { user_id: person.id, film_id: id, owns_dvd: true }
  })
  await post(`${url}/rest/v1/user_ownership`, apikey, ticks, person.token)
  return { ...person, username }
}

export async function signIn(url: string, apikey: string, email: string): Promise<void> {
  await post(`${url}/auth/v1/token?grant_type=password`, apikey, { email, password: PASSWORD })
}

async function post(address: string, apikey: string, body: object, token?: string): Promise<Response> {
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      apikey,
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`)
  return response
}
