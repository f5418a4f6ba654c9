import { currentConnection, setTrouble } from '../../../connection/connection.ts'
import { besideOthers } from '../queue/cross-tab-lock.ts'
import { deliver } from '../queue/deliver.ts'
import { tellOtherTabs } from '../queue/other-tabs.ts'
import { type MarkChange, markKey, tableOf } from './marks.ts'
import { marksQuery } from './marks-query.ts'
import { UnansweredError } from './pending-marks.ts'
import { confirm, type Tracking } from './tracking.ts'
import { writeMark } from './write-mark.ts'

/**
 * Sets a mark, or takes it away: at once for whoever looks, then on the server, or as soon as that is back.
 * @returns and throws as `Wishes.want` and `writeMark` do; after a refusal the marks are as last confirmed.
 */
export async function want(tracking: Tracking, change: MarkChange): Promise<boolean | undefined> {
  const { client, userId, wishes } = tracking
  const key = markKey(change)
  // Behind what waits already, or it would be overtaken by an earlier one.
  if (currentConnection() === 'offline' || wishes.countWaiting() > 0) {
    wishes.wait(key, change.on)
    if (currentConnection() === 'online') void deliver(tracking)
    return change.on
  }
  try {
    return await wishes.want(key, change.on, (on) =>
      besideOthers(async () => {
        const sent = { ...change, on }
        await writeMark(userId, sent).catch(noticeSilence)
        await confirm(client, userId, sent)
        tellOtherTabs(userId, sent)
      }),
    )
  } catch (error) {
    void client.invalidateQueries({ queryKey: marksQuery(userId, tableOf(change.mark)).queryKey })
    throw error
  }
}

function noticeSilence(error: unknown): never {
  if (error instanceof UnansweredError) setTrouble('marks', true)
  throw error
}
