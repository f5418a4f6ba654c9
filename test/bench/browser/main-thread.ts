import type { Browser, Page } from '@playwright/test'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** The thread's CPU time, in µs. */
  tdur?: number
  args: { name?: string }
}

/**
 * Returns the CPU time in ms of each task on a page's main thread during some work, the longest first. CPU time does not
 * depend on other load on the machine.
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
  // The browser also has spare renderers, which do nothing.
  const [busiest = []] = [...Map.groupBy(tasks, threadOf).values()].sort((a, b) => b.length - a.length)
  return busiest.map(({ tdur = 0 }) => tdur / 1000).sort((a, b) => b - a)
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid} ${tid}`
}
