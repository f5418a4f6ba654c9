import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** A database on a PostgreSQL server. */
export interface PostgresDatabase {
  url: string
  name: string
  drop(): Promise<void>
}

/**
 * Creates a database with a unique name.
 * @param server the address of a PostgreSQL server, with an account that may create databases.
 * @param template the database to copy. PostgreSQL refuses to copy it while a client is connected to it.
 */
export async function createPostgresDatabase(
  server: string,
  template = 'template0',
): Promise<PostgresDatabase> {
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
