import { hasAdmin } from './admin/roles.ts'
import { serveAdminSocket } from './admin/socket.ts'
import { buildApp } from './app.ts'
import { scheduleBackups } from './backup/schedule.ts'
import { adminCommand } from './commands.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { startLifecycle } from './http/lifecycle.ts'
import { portRefusal } from './http/port.ts'
import { stopOnSignals } from './http/stopping.ts'
import { announce, endOnUncaught, logFailedBackup } from './observe/log.ts'

/** Serves the site until SIGINT or SIGTERM, starting as soon as the database is open. */
export async function serve(config: Config, db: Database): Promise<void> {
  const lifecycle = startLifecycle()
  const closeAndThrow = async (error: unknown) => {
    await db.close()
    throw error
  }
  // `db` may still be opening: an error of the database is reported first, and closing waits until it is open.
  const app = await buildApp(config, db, lifecycle).catch(closeAndThrow)
  endOnUncaught(app.log)
  const isAdministered = await hasAdmin(db)
  db.onOutage((sentence) => app.log.error(sentence))
  const adminSocket = config.databaseUrl ? undefined : await serveAdminSocket(config, db).catch(closeAndThrow)
  await app.listen({ port: config.port, host: config.host }).catch((error) => {
    throw portRefusal(error, config)
  })
  announce(app.log, `The Criterion Collection Tracker is at ${app.listeningOrigin}`)
  if (!isAdministered)
    announce(app.log, `It has no admin yet: sign up there, then run ${adminCommand('grant <username>')}`)
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
