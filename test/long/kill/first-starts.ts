import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import type { Random } from '../../support/random.ts'
import { freePort } from '../../support/site/programs.ts'
import { startSiteProcess } from '../../support/site/site-process.ts'

/** The approximate duration of a first start; the kills are spread over it. */
const FIRST_START_MS = 5000
/** How many starts in one folder are killed before one may finish. */
const IN_A_ROW = 3

const WHOLE_CATALOGUE = 1299

/** Kills the first start in an empty folder several times in a row, and then lets one finish. */
export async function killFirstStarts(
  kills: number,
  random: Random,
): Promise<{ kills: number; problems: string[] }> {
  const problems: string[] = []
  const port = await freePort()
  for (let done = 0; done < kills; ) {
    const folder = mkdtempSync(path.join(tmpdir(), 'criterion-first-start-'))
    const env = { DATA_DIR: path.join(folder, 'data') }
    try {
      for (let time = 0; time < IN_A_ROW && done < kills; time++, done++) {
        const starting = startSiteProcess(port, env)
        await after(random.below(FIRST_START_MS))
        await starting.kill()
      }
      const site = startSiteProcess(port, env)
      try {
        await site.ready()
        problems.push(...(await whatIsMissing(site.url)))
      } catch (error) {
        problems.push(`after ${done} kills: ${error}`)
      }
      await site.kill()
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return { kills, problems }
}

async function whatIsMissing(url: string): Promise<string[]> {
  const { supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }
  const visitor = createClient(url, supabaseKey, { auth: { persistSession: false } })
  const { count } = await visitor.from('films').select('*', { count: 'exact', head: true })
  return count === WHOLE_CATALOGUE ? [] : [`the catalogue has ${count} films after a first start`]
}
