import { hashPassword } from '../../../server/auth/passwords/passwords.ts'
import { readConfig } from '../../../server/config.ts'
import { openSite } from '../../../server/site.ts'
import { AFTER, accountsSql, BEFORE, filmsSql, PASSWORD } from '../growth/sample-data.ts'

const FILMS = 1_500
/** Each of the first people, of whom some are admins, owns every film. */
const COLLECTORS = 15
const PEOPLE = 60

/** Fills a site's database with films and people. */
export async function fillSite(settings: Record<string, string>): Promise<void> {
  const db = await openSite(readConfig(settings))
  try {
    const hash = await hashPassword(PASSWORD)
    await db.transaction(async (tx) => {
      await tx.script(BEFORE)
      await tx.script(filmsSql({ films: FILMS, accounts: PEOPLE, owned: FILMS }))
      await tx.script(accountsSql({ films: FILMS, accounts: PEOPLE, owned: FILMS }, 1, COLLECTORS, hash))
      await tx.script(
        accountsSql({ films: FILMS, accounts: PEOPLE, owned: 300 }, COLLECTORS + 1, PEOPLE, hash),
      )
      await tx.script(AFTER)
    })
  } finally {
    await db.close()
  }
}
