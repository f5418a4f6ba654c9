import { onTestFinished } from 'vitest'
import { startSite, stopProcess } from './programs.ts'
import type { SiteSettings } from './test-database.ts'

export type StartedSite = Awaited<ReturnType<typeof startSite>>

/** Starts a server in a child process. It is killed when the test ends, so that a failed test leaves none behind. */
export async function startSiteForTest(env: SiteSettings, port?: number): Promise<StartedSite> {
  const site = await startSite(env, port)
  onTestFinished(() => stopProcess(site.child, 'SIGKILL'))
  return site
}

/** Starts a server in a child process and reads the key of its API. */
export async function startSiteWithKey(
  env: SiteSettings,
): Promise<{ url: string; key: string; stop: () => Promise<void> }> {
  const { url, child } = await startSite(env)
  const config = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }
  return { url, key: config.supabaseKey, stop: () => stopProcess(child) }
}
