import { type Config, readConfig } from './config.ts'
import { opening } from './db/opening.ts'
import { requireFreePort } from './http/port.ts'
import { redact } from './observe/log.ts'
import { warmRenderer } from './pages/renderer.ts'
import { Refusal } from './refusal.ts'
import { openSite } from './site.ts'

/** Opens the site's database and, at the same time, loads the modules that serve it. */
async function start(config: Config): Promise<void> {
  // Checks the ports first: making a new database can take minutes.
  await requireFreePort(config)
  if (config.metrics) {
    const { requireFreeMetricsPort } = await import('./observe/metrics-server.ts')
    await requireFreeMetricsPort(config.metrics)
  }
  const db = opening(config.databaseUrl ? 'postgres' : 'pglite', openSite(config))
  // An error of the renderer is reported by buildApp.
  warmRenderer(config.webDir).catch(() => {})
  const { serve } = await import('./serve.ts')
  await serve(config, db)
}

try {
  await start(readConfig(process.env))
} catch (error) {
  console.error(error instanceof Refusal ? error.message : redact(error))
  process.exit(1)
}
