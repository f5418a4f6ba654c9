import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // The tests of servers wait for half of their time.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{domain,server,web,scripts}/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          name: 'contract',
          include: ['{attacks,contract}/**/*.test.ts', 'supabase/tests/**/*.test.ts'],
          globalSetup: 'contract/setup.ts',
          // Built already.
          server: { deps: { external: [/\/dist\/server\//] } },
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
