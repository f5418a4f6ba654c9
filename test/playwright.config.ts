import { defineConfig } from '@playwright/test'
import { findTestBrowser } from '../scripts/support/chromium.ts'

/** Tests that npm test leaves to npm run test:long. */
const LONG = /@long/

export default defineConfig({
  testDir: 'e2e',
  // The paths of the root's tsconfig.json lead to declarations, which Playwright would run.
  tsconfig: 'tsconfig.json',
  globalSetup: './e2e/support/setup.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  ...(process.env.TEST_LONG ? { grep: LONG } : { grepInvert: LONG }),
  // Tests spend part of their time waiting, so several run at once.
  workers: 3,
  // A machine that is busy with other work takes several times as long as an idle one.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  use: {
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // Without traces, because the snapshots of a thousand covers take longer than the tests.
    trace: 'off',
    // A test that replaces responses would not see the requests of a service worker. Those in e2e/pocket have one.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: findTestBrowser() ?? 'chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Requests for box art and favicons fail immediately, with and without a network.
        '--no-proxy-server',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      ],
    },
  },
})
