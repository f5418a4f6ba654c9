import { createRequire } from 'node:module'
import path from 'node:path'
import { defineConfig } from 'vitest/config'

const root = path.resolve(import.meta.dirname, '..')
const { resolve } = createRequire(import.meta.url)

const SERVERS = {
  globalSetup: path.join(import.meta.dirname, 'support/site/setup.ts'),
  // V8 optimises PGlite's functions later than by default, because most engines of tests live for seconds, and earlier
  // than in a server, because long files take a fifth less processor time with it.
  execArgv: ['--wasm-tiering-budget=20000000'],
  // Built already.
  server: { deps: { external: [/\/dist\/server\//] } },
  // Ends tests that hang. A busy machine takes ten times as long as an idle one.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // A busy machine takes seconds for a password's hash.
  expect: { poll: { timeout: 20_000 } },
}

export default defineConfig({
  root,
  test: {
    // The tests of servers wait for half of their time.
    maxWorkers: 4,
    projects: [
      {
        // Unit tests stand beside the modules, from where the packages of test/ are not found.
        resolve: {
          alias: {
            'fast-check': resolve('fast-check'),
            'write-excel-file/node': resolve('write-excel-file/node'),
          },
        },
        test: {
          name: 'unit',
          include: ['{domain,server,web,scripts}/**/*.test.{ts,tsx}'],
          // Style sheets that are read as text; all others are empty.
          css: { include: /\?raw$/ },
          // One worker runs several files: starting one for each would take longer than the tests.
          isolate: false,
          // Hundreds of made-up cases take seconds on a busy machine.
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          ...SERVERS,
          name: 'contract',
          include: ['test/{attacks,contract}/**/*.test.ts'],
          // One worker runs several files, so that it compiles the embedded engine once.
          isolate: false,
        },
      },
      {
        test: { ...SERVERS, name: 'long', include: ['test/long/**/*.test.ts'] },
      },
    ],
  },
})
