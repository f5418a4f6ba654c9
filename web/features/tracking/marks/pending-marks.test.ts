import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PendingMark, type PendingMarkStore, PendingMarks, RetryableError } from './pending-marks.ts'

/** Clicks a mark on and off while a server responds in any order. */
async function click(clicks: readonly boolean[], scheduler: fc.Scheduler, isRejected: () => boolean) {
  const pending = new PendingMarks()
  const log = { server: false, confirmed: false, requests: 0, underWay: 0, mostUnderWay: 0, errors: 0 }

  async function send(on: boolean) {
    log.requests++
    log.mostUnderWay = Math.max(log.mostUnderWay, ++log.underWay)
    await scheduler.schedule(Promise.resolve(), `response to ${on}`)
    log.underWay--
    if (isRejected()) throw new Error('Rejected')
    log.server = on
    log.confirmed = on
  }

  const shown = () => pending.get('dvd 1') ?? log.confirmed
  const running: Promise<unknown>[] = []
  scheduler.scheduleSequence(
    clicks.map((on) => ({
      label: `click ${on}`,
      builder: async () => {
        running.push(pending.set('dvd 1', on, send).catch(() => log.errors++))
        expect(shown(), 'at once').toBe(on)
      },
    })),
  )
  await scheduler.waitIdle()
  await Promise.all(running)
  expect(pending.get('dvd 1'), 'nothing is left pending').toBeUndefined()
  return { ...log, shown: shown() }
}

const CLICKS = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 })

test('a burst of clicks ends with the last value, in the browser and on the server', async () => {
  await fc.assert(
    fc.asyncProperty(CLICKS, fc.scheduler(), async (clicks, scheduler) => {
      const end = await click(clicks, scheduler, () => false)
      expect(end).toMatchObject({ shown: clicks.at(-1), server: clicks.at(-1), errors: 0 })
      expect(end.mostUnderWay).toBe(1)
      expect(end.requests).toBeLessThanOrEqual(clicks.length)
    }),
  )
})

test('after any rejections the browser shows the value that the server has', async () => {
  await fc.assert(
    fc.asyncProperty(
      CLICKS,
      fc.infiniteStream(fc.boolean()),
      fc.scheduler(),
      async (clicks, rejections, s) => {
        const end = await click(clicks, s, () => rejections.next().value ?? false)
        expect(end.shown).toBe(end.server)
        expect(end.mostUnderWay).toBe(1)
        // Either the last value was written or an error was reported.
        expect(end.server === clicks.at(-1) || end.errors > 0).toBe(true)
      },
    ),
  )
})

test('ten clicks during one request cause at most one more request', async () => {
  const pending = new PendingMarks()
  const sent: boolean[] = []
  const gate = Promise.withResolvers<void>()
  const send = async (on: boolean) => {
    sent.push(on)
    await gate.promise
  }
  const first = pending.set('k', true, send)
  for (let n = 0; n < 9; n++) expect(await pending.set('k', n % 2 === 1, send)).toBeUndefined()
  gate.resolve()
  expect(await first).toBe(false)
  expect(sent).toEqual([true, false])
})

test('a mark that is undone after a lost response is sent, because the server may have applied the first value', async () => {
  const pending = new PendingMarks()
  const sent: boolean[] = []
  const send = async (on: boolean) => {
    sent.push(on)
    if (sent.length > 1) return
    await pending.set('k', false, send)
    throw new Error('The response was lost')
  }
  expect(await pending.set('k', true, send)).toBe(false)
  expect(sent).toEqual([true, false])
})

test('different marks do not wait for each other', () => {
  const pending = new PendingMarks()
  const sent: string[] = []
  for (const key of ['dvd 1', 'bluray 1', 'dvd 2']) {
    void pending.set(key, true, async () => void sent.push(key))
  }
  expect(sent).toEqual(['dvd 1', 'bluray 1', 'dvd 2'])
})

test('a subscriber is called when a mark becomes pending and when it is settled', async () => {
  const pending = new PendingMarks()
  const values: (boolean | undefined)[] = []
  const unsubscribe = pending.subscribe(() => values.push(pending.get('k')))
  await pending.set('k', true, async () => {})
  unsubscribe()
  await pending.set('k', false, async () => {})
  expect(values).toEqual([true, undefined])
})

/** The browser's storage, shared by its tabs. */
class TestStore implements PendingMarkStore {
  readonly marks = new Map<string, PendingMark>()
  put = (marks: readonly (readonly [string, PendingMark])[]) =>
    marks.map(([key, mark]) => this.marks.set(key, mark).has(key))
  remove = (key: string, { at }: PendingMark) => {
    if (this.marks.get(key)?.at === at) this.marks.delete(key)
  }
}

const unanswered = () => Promise.reject(new RetryableError('No response'))

test('a mark without a response is queued and outlives the page', async () => {
  const store = new TestStore()
  const pending = new PendingMarks(store)
  expect(await pending.set('dvd 1', true, unanswered)).toBe(true)
  expect([pending.get('dvd 1'), pending.isQueued('dvd 1'), pending.countQueued()]).toEqual([true, true, 1])
  const nextPage = new PendingMarks(store)
  nextPage.applyAllStored(store.marks)
  expect(nextPage.queued()).toEqual(pending.queued())
  const [{ at } = { at: 0 }] = nextPage.queued()
  nextPage.settle([{ key: 'dvd 1', at }])
  expect([nextPage.get('dvd 1'), nextPage.countQueued(), store.marks.size]).toEqual([undefined, 0, 0])
  pending.applyStored('dvd 1', undefined)
  expect(pending.get('dvd 1'), 'a mark sent by another tab is settled here, too').toBeUndefined()
})

test('a rejected mark is not queued', async () => {
  const store = new TestStore()
  const pending = new PendingMarks(store)
  await expect(pending.set('k', true, () => Promise.reject(new Error('No')))).rejects.toThrow('No')
  expect([pending.get('k'), store.marks.size]).toEqual([undefined, 0])
})

test('every mark is stored before it is sent, so that a page that closes loses none', async () => {
  const store = new TestStore()
  const pending = new PendingMarks(store)
  let storedDuringSend: PendingMark | undefined
  await pending.set('k', true, async () => {
    storedDuringSend = store.marks.get('k')
  })
  expect(storedDuringSend?.on).toBe(true)
  expect(store.marks.size, 'and removed once it is confirmed').toBe(0)
})

test('the queue holds the last value of each mark, in the order in which they were made', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ key: fc.constantFrom('dvd 1', 'bluray 1', 'dvd 2'), on: fc.boolean() })),
      (made) => {
        const pending = new PendingMarks()
        for (const { key, on } of made) pending.enqueue(new Map([[key, { on }]]))
        const last = [...new Map(made.map((mark, index) => [mark.key, { ...mark, index }])).values()]
        const expected = last.toSorted((a, b) => a.index - b.index).map(({ key, on }) => ({ key, on }))
        expect(pending.queued().map(({ key, on }) => ({ key, on }))).toEqual(expected)
        expect(pending.countQueued()).toBe(expected.length)
      },
    ),
  )
})

test('a mark that changes while it is being sent stays pending', () => {
  const pending = new PendingMarks()
  pending.enqueue(new Map([['k', { on: true }]]))
  const [{ at } = { at: 0 }] = pending.queued()
  pending.enqueue(new Map([['k', { on: false }]]))
  pending.settle([{ key: 'k', at }])
  expect([pending.get('k'), pending.countQueued()]).toEqual([false, 1])
})

test('two tabs that receive each other’s changes show the same value, whichever changed it last', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ tab: fc.constantFrom(0, 1), on: fc.boolean(), settled: fc.boolean() })),
      (steps) => {
        const store = new TestStore()
        const tabs = [new PendingMarks(store), new PendingMarks(store)] as const
        for (const { tab, on, settled } of steps) {
          const at = store.marks.get('k')?.at
          if (settled && at !== undefined) tabs[tab].settle([{ key: 'k', at }])
          else tabs[tab].enqueue(new Map([['k', { on }]]))
          tabs[1 - tab]?.applyStored('k', store.marks.get('k'))
          expect(tabs[0].get('k')).toBe(tabs[1].get('k'))
          expect(tabs[0].get('k')).toBe(store.marks.get('k')?.on)
        }
      },
    ),
  )
})

/** Sets marks together, and single ones before and meanwhile, while a server responds in any order. */
async function setTogether(
  before: readonly Click[],
  together: readonly Click[],
  meanwhile: readonly Click[],
  scheduler: fc.Scheduler,
) {
  const pending = new PendingMarks()
  const server = new Map<string, boolean>()
  const send = (key: string) => async (on: boolean) => {
    await scheduler.schedule(Promise.resolve())
    server.set(key, on)
  }
  const running = before.map(({ key, on }) => pending.set(key, on, send(key)))
  const values = new Map(together.map(({ key, on }) => [key, { on }]))
  running.push(
    pending
      .setTogether(values, async (marks) => {
        await scheduler.schedule(Promise.resolve())
        for (const { key, on } of marks) server.set(key, on)
      })
      .then(async (newer) => {
        await Promise.all([...newer].map(([key, { on }]) => pending.set(key, on, send(key))))
        return undefined
      }),
  )
  for (const { key, on } of meanwhile) running.push(pending.set(key, on, send(key)))
  await scheduler.waitIdle()
  await Promise.all(running)
  return { pending, server }
}

interface Click {
  key: string
  on: boolean
}

const CLICKED = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c'), on: fc.boolean() }), {
  maxLength: 4,
})

test('marks set together and single ones end with the last value of each', async () => {
  await fc.assert(
    fc.asyncProperty(CLICKED, CLICKED, CLICKED, fc.scheduler(), async (before, together, meanwhile, s) => {
      const { pending, server } = await setTogether(before, together, meanwhile, s)
      for (const key of ['a', 'b', 'c']) {
        const last = [...before, ...together, ...meanwhile].findLast((click) => click.key === key)
        expect([server.get(key), pending.get(key)]).toEqual([last?.on, undefined])
      }
    }),
  )
})

test('marks set together are sent once, stored before, and notify a subscriber when pending and when sent', async () => {
  const store = new TestStore()
  const pending = new PendingMarks(store)
  const values = new Map(Array.from({ length: 300 }, (_, index) => [`bluray ${index}`, { on: true }]))
  let calls = 0
  const sent: number[] = []
  pending.subscribe(() => calls++)
  await pending.setTogether(values, async (marks) => {
    sent.push(marks.length)
    expect(store.marks.size).toBe(300)
  })
  expect([sent, calls, store.marks.size]).toEqual([[300], 2, 0])
})

test('marks set together without a response are queued, and rejected ones are not', async () => {
  const pending = new PendingMarks(new TestStore())
  const values = new Map([
    ['a', { on: true }],
    ['b', { on: false }],
  ])
  await pending.setTogether(values, unanswered)
  expect(pending.queued().map(({ key, on }) => [key, { on }])).toEqual([...values])
  const other = new PendingMarks(new TestStore())
  await expect(other.setTogether(values, () => Promise.reject(new Error('No')))).rejects.toThrow('No')
  expect([other.get('a'), other.countQueued()]).toEqual([undefined, 0])
})

test.each([
  ['sent', undefined, false, [false]],
  ['left without a response', new RetryableError('No response'), false, []],
  ['rejected', new Error('No'), undefined, []],
])('a call for a mark that is %s with others returns the outcome', async (_, error, answer, sent) => {
  const pending = new PendingMarks(new TestStore())
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const values: boolean[] = []
  const send = async (on: boolean) => void values.push(on)
  const together = pending.setTogether(
    new Map([['k', { on: true, row: { wants_dvd: true } }]]),
    () => promise,
  )
  const changed = pending.set('k', false, send)
  expect(await pending.set('k', true, send), 'the earlier call sends it').toBe(undefined)
  expect(await pending.set('k', false, send)).toBe(undefined)
  if (error) reject(error)
  else resolve()
  const newer = await together.catch(() => new Map())
  expect([await changed, values, newer.size, pending.get('k')]).toEqual([
    answer,
    sent,
    0,
    error instanceof RetryableError ? false : undefined,
  ])
})

test.each([true, false])(
  'contents set while the mark alone is sent as %s are sent after it',
  async (first) => {
    const pending = new PendingMarks(new TestStore())
    const { promise, resolve } = Promise.withResolvers<void>()
    const sent: unknown[] = []
    const alone = pending.set('k', first, async (on) => {
      await promise
      sent.push(on)
    })
    const together = ['dvd', 'bluray'].map((format) =>
      pending.setTogether(new Map([['k', { on: true, row: { [format]: true } }]]), async (marks) => {
        sent.push(...marks.map(({ row }) => row))
      }),
    )
    resolve()
    await Promise.all([alone, ...together])
    expect([sent, pending.get('k'), pending.countQueued()]).toEqual([[first, { bluray: true }], undefined, 0])
  },
)

test('a pending copy sets its format and a pending viewing the film as watched, unless that was removed later', () => {
  const pending = new PendingMarks(new TestStore())
  const copy = 'copy 7 11111111-1111-4111-8111-111111111111'
  const viewing = 'viewing 7 22222222-2222-4222-8222-222222222222'
  pending.enqueue(new Map([['dvd 7', { on: false }]]))
  pending.enqueue(new Map([[copy, { on: true, row: { format: 'dvd' } }]]))
  pending.enqueue(new Map([[viewing, { on: true, row: {} }]]))
  expect([pending.get('dvd 7'), pending.get('watched 7'), pending.get('bluray 7')]).toEqual([
    true,
    true,
    undefined,
  ])
  pending.enqueue(new Map([[copy, { on: true, row: { format: 'bluray' } }]]))
  expect([pending.get('dvd 7'), pending.get('bluray 7')]).toEqual([false, true])
  pending.enqueue(new Map([['watched 7', { on: false }]]))
  pending.enqueue(new Map([[copy, { on: false }]]))
  expect([pending.get('watched 7'), pending.get('bluray 7')]).toEqual([false, undefined])
  pending.settle(pending.ofSubject({ filmId: 7 }))
  expect(['dvd 7', 'watched 7', 'bluray 7'].map((key) => pending.get(key))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
