import { execFileSync } from 'node:child_process'
import { chromium, type Page } from '@playwright/test'
import { sessionKey } from '../../web/session/stored-session.ts'
import { type Person, signUp } from './people.ts'
import { publicKey, startProduct } from './processes.ts'
import type { Embedded } from './server/start.ts'

export interface AdminBrowser {
  page: Page
  url: string
  apikey: string
  admin: Person
}

/** Runs a measurement in a browser in which an admin is signed in. */
export async function inAdminBrowser<Figures>(
  { dataDir }: Embedded,
  executablePath: string,
  measure: (desk: AdminBrowser) => Promise<Figures>,
): Promise<Figures> {
  const product = await startProduct({ DATA_DIR: dataDir })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const { url } = product
    const apikey = await publicKey(url)
    const name = `bench-${Date.now().toString(36)}`
    const admin = await signUp(url, apikey, name)
    execFileSync(process.execPath, ['server/admin/main.ts', 'grant', name], {
      env: { ...process.env, DATA_DIR: dataDir },
    })
    const localStorage = [
      { name: sessionKey(url), value: JSON.stringify(admin.session) },
      { name: 'formats_updated', value: 'true' },
    ]
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
    })
    return await measure({ page: await context.newPage(), url, apikey, admin })
  } finally {
    await browser.close()
    await product.stop()
  }
}
