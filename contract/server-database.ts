import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** A database of a test's own on the PostgreSQL server that TEST_DATABASE_URL names. */
export interface ServerDatabase {
  url: string
  name: string
  drop(): Promise<void>
}

/** @param template of which database it is a copy, to which nobody may be connected meanwhile. */
export async function createDatabase(template = 'template0'): Promise<ServerDatabase> {
  const name = `contract_${randomUUID().replaceAll('-', '')}`
  const url = new URL(serverUrl())
  url.pathname = `/${name}`
  await onServer(`create database ${name} template ${template} encoding 'UTF8'`)
  return { url: url.href, name, drop: () => onServer(`drop database ${name} with (force)`) }
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() })
  await client.connect()
  await client.query(statement)
  await client.end()
}

function serverUrl(): string {
  return process.env.TEST_DATABASE_URL ?? ''
}
