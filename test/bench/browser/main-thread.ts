import type { Browser, Page } from '@playwright/test'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** CPU time of the thread, in µs. */
  tdur?: number
  args: { name?: string }
}

/**
 * The CPU time that each task of a page's main thread took while something was done, in ms, the longest first. CPU time
 * is the page's own, whatever else the machine does meanwhile.
 */
export async function mainThreadTasks(page: Page, work: () => Promise<unknown>): Promise<number[]> {
  const browser = page.context().browser() as Browser
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
  })
  await work()
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const mainThreads = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  )
  const tasks = trace.traceEvents.filter(
    (event) => event.name === 'RunTask' && event.ph === 'X' && mainThreads.has(threadOf(event)),
  )
  // The browser has renderers in reserve, which do nothing.
  const [busiest = []] = [...Map.groupBy(tasks, threadOf).values()].sort((a, b) => b.length - a.length)
  return busiest.map(({ tdur = 0 }) => tdur / 1000).sort((a, b) => b - a)
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid} ${tid}`
}
