/** A person signed up through the API, for as long as a benchmark runs. */
export interface Person {
  id: string
  email: string
  token: string
  /** All that signing in brings, as a browser keeps it. */
  session: object
}

const PASSWORD = 'as long as it is safe'

export async function signUp(url: string, apikey: string, username: string): Promise<Person> {
  const email = `${username}@example.org`
  const answer = await post(`${url}/auth/v1/signup`, apikey, {
    email,
    password: PASSWORD,
    data: { username },
  })
  const session = (await answer.json()) as { access_token: string; user: { id: string } }
  return { id: session.user.id, email, token: session.access_token, session }
}

export async function signIn(url: string, apikey: string, email: string): Promise<void> {
  await post(`${url}/auth/v1/token?grant_type=password`, apikey, { email, password: PASSWORD })
}

async function post(address: string, apikey: string, body: object): Promise<Response> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`)
  return answer
}
