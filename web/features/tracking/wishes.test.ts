import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Wishes } from './wishes.ts'

/** Turns a switch as the clicks say while a server answers when it pleases. */
async function click(clicks: readonly boolean[], scheduler: fc.Scheduler, isRefused: () => boolean) {
  const wishes = new Wishes()
  const log = { server: false, confirmed: false, requests: 0, underWay: 0, mostUnderWay: 0, errors: 0 }

  async function send(value: boolean) {
    log.requests++
    log.mostUnderWay = Math.max(log.mostUnderWay, ++log.underWay)
    await scheduler.schedule(Promise.resolve(), `answer to ${value}`)
    log.underWay--
    if (isRefused()) throw new Error('Refused')
    log.server = value
    log.confirmed = value
  }

  const shown = () => wishes.get('dvd 1') ?? log.confirmed
  const running: Promise<unknown>[] = []
  scheduler.scheduleSequence(
    clicks.map((value) => ({
      label: `click ${value}`,
      builder: async () => {
        running.push(wishes.want('dvd 1', value, send).catch(() => log.errors++))
        expect(shown(), 'at once').toBe(value)
      },
    })),
  )
  await scheduler.waitIdle()
  await Promise.all(running)
  expect(wishes.get('dvd 1'), 'nothing is left pending').toBeUndefined()
  return { ...log, shown: shown() }
}

const CLICKS = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 })

test('a burst of clicks ends in the state last asked for, here and on the server', async () => {
  await fc.assert(
    fc.asyncProperty(CLICKS, fc.scheduler(), async (clicks, scheduler) => {
      const end = await click(clicks, scheduler, () => false)
      expect(end).toMatchObject({ shown: clicks.at(-1), server: clicks.at(-1), errors: 0 })
      expect(end.mostUnderWay).toBe(1)
      expect(end.requests).toBeLessThanOrEqual(clicks.length)
    }),
  )
})

test('whatever is refused, in the end the switch shows what the server holds', async () => {
  await fc.assert(
    fc.asyncProperty(CLICKS, fc.infiniteStream(fc.boolean()), fc.scheduler(), async (clicks, refusals, s) => {
      const end = await click(clicks, s, () => refusals.next().value ?? false)
      expect(end.shown).toBe(end.server)
      expect(end.mostUnderWay).toBe(1)
      // Either the last wish came true or the person was told that it did not.
      expect(end.server === clicks.at(-1) || end.errors > 0).toBe(true)
    }),
  )
})

test('ten clicks during one request cost one more at most', async () => {
  const wishes = new Wishes()
  const sent: boolean[] = []
  const gate = Promise.withResolvers<void>()
  const send = async (value: boolean) => {
    sent.push(value)
    await gate.promise
  }
  const first = wishes.want('k', true, send)
  for (let n = 0; n < 9; n++) expect(await wishes.want('k', n % 2 === 1, send)).toBeUndefined()
  gate.resolve()
  expect(await first).toBe(false)
  expect(sent).toEqual([true, false])
})

test('a wish taken back after a lost answer is sent: the server may have heard the first one', async () => {
  const wishes = new Wishes()
  const sent: boolean[] = []
  const send = async (value: boolean) => {
    sent.push(value)
    if (sent.length > 1) return
    await wishes.want('k', false, send)
    throw new Error('The answer was lost')
  }
  expect(await wishes.want('k', true, send)).toBe(false)
  expect(sent).toEqual([true, false])
})

test('different switches do not wait for each other', () => {
  const wishes = new Wishes()
  const sent: string[] = []
  for (const key of ['dvd 1', 'bluray 1', 'dvd 2']) {
    void wishes.want(key, true, async () => void sent.push(key))
  }
  expect(sent).toEqual(['dvd 1', 'bluray 1', 'dvd 2'])
})

test('who subscribes hears of each wish and of its end', async () => {
  const wishes = new Wishes()
  const heard: (boolean | undefined)[] = []
  const unsubscribe = wishes.subscribe(() => heard.push(wishes.get('k')))
  await wishes.want('k', true, async () => {})
  unsubscribe()
  await wishes.want('k', false, async () => {})
  expect(heard).toEqual([true, undefined])
})
