import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** A database that one test uses. */
export interface ServerDatabase {
  url: string
  name: string
  drop(): Promise<void>
}

/**
 * @param server the address of a PostgreSQL server, as an account that may create databases.
 * @param template the database to copy; nobody may be connected to it meanwhile.
 */
export async function createDatabase(server: string, template = 'template0'): Promise<ServerDatabase> {
  const name = `contract_${randomUUID().replaceAll('-', '')}`
  const url = new URL(server)
  url.pathname = `/${name}`
  await run(server, `create database ${name} template ${template} encoding 'UTF8'`)
  return { url: url.href, name, drop: () => run(server, `drop database ${name} with (force)`) }
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}
