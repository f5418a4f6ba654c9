import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UnansweredError, type Wish, Wishes, type WishStore } from './pending-marks.ts'

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

/** What a browser keeps, shared by the tabs in it. */
class Kept implements WishStore {
  readonly wishes = new Map<string, Wish>()
  keep = (key: string, wish: Wish) => {
    this.wishes.set(key, wish)
    return true
  }
  drop = (key: string, { at }: Wish) => {
    if (this.wishes.get(key)?.at === at) this.wishes.delete(key)
  }
}

const unanswered = () => Promise.reject(new UnansweredError('No answer'))

test('a wish without an answer waits, and is kept over the page', async () => {
  const kept = new Kept()
  const wishes = new Wishes(kept)
  expect(await wishes.want('dvd 1', true, unanswered)).toBe(true)
  expect([wishes.get('dvd 1'), wishes.isWaiting('dvd 1'), wishes.countWaiting()]).toEqual([true, true, 1])
  const nextPage = new Wishes(kept)
  nextPage.hearAll(kept.wishes)
  expect(nextPage.waiting()).toEqual(wishes.waiting())
  const [{ at } = { at: 0 }] = nextPage.waiting()
  nextPage.settle('dvd 1', at)
  expect([nextPage.get('dvd 1'), nextPage.countWaiting(), kept.wishes.size]).toEqual([undefined, 0, 0])
  wishes.hear('dvd 1', undefined)
  expect(wishes.get('dvd 1'), 'what another tab has sent is over here, too').toBeUndefined()
})

test('a refusal is no silence', async () => {
  const kept = new Kept()
  const wishes = new Wishes(kept)
  await expect(wishes.want('k', true, () => Promise.reject(new Error('No')))).rejects.toThrow('No')
  expect([wishes.get('k'), kept.wishes.size]).toEqual([undefined, 0])
})

test('every wish is kept before it is sent, so that a page that closes loses none', async () => {
  const kept = new Kept()
  const wishes = new Wishes(kept)
  let keptThen: Wish | undefined
  await wishes.want('k', true, async () => {
    keptThen = kept.wishes.get('k')
  })
  expect(keptThen?.value).toBe(true)
  expect(kept.wishes.size, 'and forgotten once it is confirmed').toBe(0)
})

test('what waits is one wish a switch, its last, in the order they were made', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ key: fc.constantFrom('dvd 1', 'bluray 1', 'dvd 2'), value: fc.boolean() })),
      (made) => {
        const wishes = new Wishes()
        for (const { key, value } of made) wishes.wait(key, value)
        const last = [...new Map(made.map((wish, index) => [wish.key, { ...wish, index }])).values()]
        const expected = last.toSorted((a, b) => a.index - b.index).map(({ key, value }) => ({ key, value }))
        expect(wishes.waiting().map(({ key, value }) => ({ key, value }))).toEqual(expected)
        expect(wishes.countWaiting()).toBe(expected.length)
      },
    ),
  )
})

test('a wish that has changed while it was being sent is not over', () => {
  const wishes = new Wishes()
  wishes.wait('k', true)
  const [{ at } = { at: 0 }] = wishes.waiting()
  wishes.wait('k', false)
  wishes.settle('k', at)
  expect([wishes.get('k'), wishes.countWaiting()]).toEqual([false, 1])
})

test('two tabs that hear of each other show the same, whoever wished last', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ tab: fc.constantFrom(0, 1), value: fc.boolean(), over: fc.boolean() })),
      (steps) => {
        const kept = new Kept()
        const tabs = [new Wishes(kept), new Wishes(kept)] as const
        for (const { tab, value, over } of steps) {
          const at = kept.wishes.get('k')?.at
          if (over && at !== undefined) tabs[tab].settle('k', at)
          else tabs[tab].wait('k', value)
          tabs[1 - tab]?.hear('k', kept.wishes.get('k'))
          expect(tabs[0].get('k')).toBe(tabs[1].get('k'))
          expect(tabs[0].get('k')).toBe(kept.wishes.get('k')?.value)
        }
      },
    ),
  )
})
