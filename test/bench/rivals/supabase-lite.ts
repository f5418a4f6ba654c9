import { serve } from '@hono/node-server'
import { App } from '@supabase/lite'

// Supabase Lite in memory, on the engine ENGINE, with the same films behind the same requests.
type Film = Record<string, string | number | boolean | null>

const connection =
  process.env.ENGINE === 'sqlite'
    ? await (await import('@supabase/lite/sqlite')).createConnection({ url: ':memory:' })
    : await (await import('@supabase/lite/pglite')).createPgliteConnection()

function literal(value: Film[string]): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

function typeOf(films: Film[], column: string): string {
  const value = films.map((film) => film[column]).find((value) => value !== null)
  return { number: 'integer', boolean: 'boolean' }[typeof value as string] ?? 'text'
}

process.on('message', async (films: Film[]) => {
  const columns = Object.keys(films[0] ?? {})
  const declared = columns.map(
    (column) => `${column} ${typeOf(films, column)}${column === 'id' ? ' primary key' : ''}`,
  )
  await connection.exec(`create table films (${declared.join(', ')})`)
  await connection.exec('create index films_by_spine on films (spine)')
  for (let start = 0; start < films.length; start += 100) {
    const rows = films
      .slice(start, start + 100)
      .map((film) => columns.map((column) => literal(film[column] ?? null)))
    const values = rows.map((row) => `(${row.join(', ')})`).join(', ')
    await connection.exec(`insert into films (${columns.join(', ')}) values ${values}`)
  }
  const app = new App({ connection, options: { server: { apiKeys: false } } })
  const fetch = (request: Request) => app.fetch(request, { peerAddress: '127.0.0.1' })
  serve({ port: 0, hostname: '127.0.0.1', fetch }, ({ port }) => process.send?.(`http://127.0.0.1:${port}`))
})
process.on('SIGTERM', () => process.exit(0))
