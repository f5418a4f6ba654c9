import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runProgram } from '../../support/site/programs.ts'
import { openForCommands, type TestServer } from '../../support/site/server.ts'
import { ENGINES, newTestDatabase, type TestDatabase } from '../../support/site/test-database.ts'

describe.each(ENGINES)(
  'npm run admin -- grant, revoke and password-link on %s',
  (engine) => {
    let database: TestDatabase
    let site: Pick<TestServer, 'db' | 'close'>

    beforeAll(async () => {
      database = await newTestDatabase(engine)
      site = await openForCommands(database)
      await site.db.query(
        `insert into auth.users (email, encrypted_password, raw_user_meta_data)
       values ('anna@example.org', '-', '{"username": "anna"}'), ('ben@example.org', '-', '{"username": "ben"}')`,
      )
    })

    afterAll(async () => {
      await site?.close()
      await database?.remove()
    })

    const admin = (...words: string[]) => runProgram(['scripts/admin.ts', ...words], database.env)

    const admins = async () =>
      (
        await site.db.query(
          'select username from public.user_roles join public.profiles on id = user_id order by 1',
        )
      ).map((row) => row.username)

    test('grant makes a person an admin by username or email address in any case', async () => {
      expect((await admin('grant', 'Anna')).output).toContain('anna is an admin now.')
      expect((await admin('grant', 'BEN@example.org')).output).toContain('ben is an admin now.')
      expect((await admin('grant', 'anna')).output).toContain('anna is an admin already.')
      expect(await admins()).toEqual(['anna', 'ben'])
    })

    test('revoke removes the role and warns if no admin is left', async () => {
      expect((await admin('revoke', 'ben')).output).toContain('ben is not an admin any more.\n')
      expect((await admin('revoke', 'ben')).output).toContain('ben is not an admin.')
      expect((await admin('revoke', 'anna@example.org')).output).toContain('There is none now.')
      expect(await admins()).toEqual([])
    })

    test('both commands report an unknown person and change nothing', async () => {
      const { code, errors } = await admin('grant', 'nobody')
      expect([code, errors.trim()]).toEqual([
        1,
        'No account has the username or email address nobody. The person has to sign up first.',
      ])
      expect((await admin('grant')).code).toBe(1)
      expect((await admin('promote', 'anna')).errors).toContain('npm run admin -- <command>')
      expect(await admins()).toEqual([])
    })

    test('password-link makes a link with which a person chooses a new password, once', async () => {
      const { output } = await admin('password-link', 'ben@example.org')
      expect(output).toContain('With this link ben can choose a new password, once and within an hour.')
      const [, link = ''] = /^(http:\S+)$/m.exec(output) ?? []
      const { origin, pathname, hash } = new URL(link)
      expect([origin, pathname]).toEqual(['http://127.0.0.1:3000', '/auth'])
      const tokens = await site.db.query('select purpose, email from auth.one_time_tokens')
      expect(tokens).toEqual([{ purpose: 'recovery', email: 'ben@example.org' }])
      expect(new URLSearchParams(hash.slice(1)).get('type')).toBe('recovery')
      expect((await admin('password-link', 'nobody')).code).toBe(1)
    })

    test('a command changes a site that no server has open', async () => {
      await site.close()
      expect((await admin('grant', 'anna')).output).toContain('anna is an admin now.')
      site = await openForCommands(database)
      expect(await admins()).toEqual(['anna'])
    })
  },
  120_000,
)
