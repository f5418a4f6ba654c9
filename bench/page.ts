import { chromium } from '@playwright/test'
import { startProduct } from './processes.ts'
import { atMost, type Goal, printTable, round } from './report.ts'
import type { Embedded } from './start.ts'

/** What a browser receives for the home page. */
export async function measurePage({ dataDir }: Embedded, executablePath: string): Promise<Goal[]> {
  const product = await startProduct({ DATA_DIR: dataDir })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage()
    await page.goto(product.url)
    await page.getByText('Showing 50 of').waitFor()
    await page.waitForLoadState('networkidle')
    const received = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter((entry) => entry.name.startsWith(location.origin))
        .map((entry) => ({ file: new URL(entry.name).pathname, kb: entry.encodedBodySize / 1000 })),
    )
    const scripts = received.filter(({ file }) => file.endsWith('.js'))
    printTable(
      'Scripts of the home page, compressed',
      scripts.map(({ file, kb }) => ({ file, kb: round(kb) })),
    )
    const sum = scripts.reduce((kb, script) => kb + script.kb, 0)
    return [atMost('JavaScript of the home page, brotli', sum, 170, 'KB')]
  } finally {
    await browser.close()
    await product.stop()
  }
}
