import { type Config, readConfig } from './config.ts'
import { requireFreePort } from './http/port.ts'
import { redact } from './observe/log.ts'
import { warmRenderer } from './pages/renderer.ts'
import { Refusal } from './refusal.ts'
import { openSite } from './site.ts'

/** Opens the site's database, and loads the modules that serve it at the same time. */
async function start(config: Config): Promise<void> {
  // Checks the ports first: making a new database can take minutes.
  await requireFreePort(config)
  if (config.metrics) {
    const { requireFreeMetricsPort } = await import('./observe/metrics-server.ts')
    await requireFreeMetricsPort(config.metrics)
  }
  // The application reports an error of the renderer when it is built.
  warmRenderer(config.webDir).catch(() => {})
  const [db, { serve }] = await Promise.all([openSite(config), import('./serve.ts')])
  await serve(config, db)
}

try {
  await start(readConfig(process.env))
} catch (error) {
  console.error(error instanceof Refusal ? error.message : redact(error))
  process.exit(1)
}
