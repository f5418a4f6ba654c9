import { defineConfig } from 'vitest/config'
import { FLAGS } from './scripts/server-process.mjs'

export default defineConfig({
  test: {
    // The tests of servers wait for half of their time.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{domain,server,web,scripts}/**/*.test.{ts,tsx}'],
          // Hundreds of made-up cases take seconds on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['test/{attacks,contract}/**/*.test.ts', 'supabase/tests/**/*.test.ts'],
          globalSetup: 'test/support/site/setup.ts',
          // The embedded engines of tests live for seconds: compiling them twice would take longer than they run.
          execArgv: FLAGS.filter((flag) => flag.startsWith('--wasm-')),
          // Built already.
          server: { deps: { external: [/\/dist\/server\//] } },
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
