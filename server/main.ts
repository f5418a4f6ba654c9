import { createServer } from 'node:net'
import { scheduleBackups } from './backup/schedule.ts'
import { hasAdmin } from './cli/roles.ts'
import { serveAdminSocket } from './cli/socket.ts'
import { type Config, readConfig } from './config.ts'
import { startLifecycle } from './lifecycle.ts'
import { announce, endOnUncaught, logFailedBackup, sayable } from './observe/log.ts'
import { requireFreeMetricsPort } from './observe/metrics-server.ts'
import { Refusal } from './refusal.ts'
import { openSite } from './site.ts'
import { stopOnSignals } from './stopping.ts'

/** Serves the site until SIGINT or SIGTERM. */
async function serve(config: Config): Promise<void> {
  // Before minutes of work are put into a new database, and nobody finds it.
  await requireFreePort(config)
  if (config.metrics) await requireFreeMetricsPort(config.metrics)
  // While the engine opens in its thread, this one loads the rest.
  const [db, { buildApp }] = await Promise.all([openSite(config), import('./app.ts')])
  const lifecycle = startLifecycle()
  const app = await buildApp(config, db, lifecycle)
  endOnUncaught(app.log)
  db.onOutage((sentence) => app.log.error(sentence))
  const adminSocket = config.databaseUrl ? undefined : await serveAdminSocket(config, db)
  await app.listen({ port: config.port, host: config.host }).catch((error) => {
    throw portRefusal(error, config)
  })
  announce(app.log, `The Criterion Collection Tracker is at ${app.listeningOrigin}`)
  if (!(await hasAdmin(db))) {
    announce(app.log, 'It has no admin yet: sign up there, then run npm run admin -- grant <username>')
  }
  const stopBackups = scheduleBackups(db, config.backups, config.version, logFailedBackup(app.log))

  stopOnSignals({
    beginStop: lifecycle.beginStop,
    server: app.server,
    closeApp: () => app.close(),
    async closeRest() {
      await stopBackups()
      adminSocket?.close()
      await db.close()
    },
  })
}

function requireFreePort(config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => reject(portRefusal(error, config)))
    probe.listen(config.port, config.host, () => probe.close(() => resolve()))
  })
}

function portRefusal({ code, message }: NodeJS.ErrnoException, { port, host }: Config): Refusal {
  if (code === 'EADDRINUSE') {
    return new Refusal(
      `PORT is ${port}, which another program uses; stop that one, or set PORT to a free port.`,
    )
  }
  if (code === 'EACCES') {
    return new Refusal(`PORT is ${port}, which this user may not open; set PORT to one above 1023.`)
  }
  return new Refusal(
    `HOST is ${host}, which cannot be listened on (${message}); set HOST to an address of this machine.`,
  )
}

try {
  await serve(readConfig(process.env))
} catch (error) {
  console.error(error instanceof Refusal ? error.message : sayable(error))
  process.exit(1)
}
