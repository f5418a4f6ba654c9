import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

// Starts the site as a newcomer does, in the folder's own data folder, but on a free port; reads the home page and the
// films, and stops it.
const child = spawn(process.execPath, [path.join(import.meta.dirname, 'run.mjs'), 'start'], {
  env: { ...process.env, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const url = await addressOf(createInterface({ input: child.stdout }))
const { supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }
const failures: string[] = []
for (const address of ['/', '/rest/v1/films?select=title&limit=1']) {
  const response = await fetch(url + address, { headers: { apikey: supabaseKey } })
  const content = await response.text()
  if (response.status !== 200 || content.length < 10)
    failures.push(`GET ${address}: ${response.status} ${content}`)
}
const ended = once(child, 'exit')
child.kill('SIGTERM')
const [code] = await ended
if (code !== 0) failures.push(`The stop ended with ${code}.`)
console.log(
  failures.length > 0 ? failures.join('\n') : 'The site starts, serves its pages and films, and stops.',
)
process.exitCode = failures.length > 0 ? 1 : 0

/** Returns the address that the server prints; ends the process with an error if it prints none. */
async function addressOf(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const [address] = /http:\/\/\S+:\d+/.exec(line) ?? []
    if (address) return address
  }
  console.log('The site does not start.')
  return process.exit(1)
}
