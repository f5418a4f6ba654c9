import { type Config, readConfig } from './config.ts'
import { opening } from './db/opening.ts'
import { requireFreePort } from './http/port.ts'
import { sayable } from './observe/log.ts'
import { warmRenderer } from './pages/renderer.ts'
import { Refusal } from './refusal.ts'
import { openSite } from './site.ts'

/** Opens the site's database, and meanwhile makes ready what serves it. */
async function start(config: Config): Promise<void> {
  // Before minutes of work are put into a new database, and nobody finds it.
  await requireFreePort(config)
  if (config.metrics) {
    const { requireFreeMetricsPort } = await import('./observe/metrics-server.ts')
    await requireFreeMetricsPort(config.metrics)
  }
  const db = opening(config.databaseUrl ? 'postgres' : 'pglite', openSite(config))
  // What is wrong with it, the application says when it is put together.
  warmRenderer(config.webDir).catch(() => {})
  const { serve } = await import('./serve.ts')
  await serve(config, db)
}

try {
  await start(readConfig(process.env))
} catch (error) {
  console.error(error instanceof Refusal ? error.message : sayable(error))
  process.exit(1)
}
