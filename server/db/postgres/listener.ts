import type { Database } from '../database.ts'
import { Subscriptions } from '../subscriptions.ts'
import { listeningConnection } from './listening-connection.ts'
import { ownNotifications } from './own-notifications.ts'

interface Listener extends Pick<Database, 'listen' | 'follow' | 'onOutage' | 'close'> {
  /** See {@link ownNotifications}. */
  listenOnUse: ReturnType<typeof ownNotifications>['listenOnUse']
  /** See {@link ListeningConnection}. */
  delivered(): Promise<void>
}

/** Listens on one connection, which is opened for the first listener. */
export function postgresListener(url: string): Listener {
  const subscriptions = new Subscriptions()
  const connection = listeningConnection(url, subscriptions)
  const own = ownNotifications()

  async function listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>> {
    await connection.open()
    if (subscriptions.add(channel, onNotify)) await connection.listen(channel)
    return async () => {
      if (subscriptions.remove(channel, onNotify)) await connection.unlisten(channel)
    }
  }

  return {
    listen,
    async follow(channel, follower) {
      const onNotify = (payload: string) => follower.onNotify(payload)
      const stopOwn = own.follow(channel, onNotify)
      subscriptions.followers.add(follower)
      const stop = await listen(channel, onNotify)
      if (!connection.isConnected) follower.onLost()
      return async () => {
        subscriptions.followers.delete(follower)
        stopOwn()
        await stop()
      }
    },
    listenOnUse: own.listenOnUse,
    delivered: connection.delivered,
    onOutage(report) {
      subscriptions.report = report
    },
    close: connection.close,
  }
}
