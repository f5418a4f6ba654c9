import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, minify, type Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { buildServiceWorker } from './scripts/support/build-service-worker.ts'
import { licences } from './scripts/support/licences.ts'

// Older than the last two versions of the four browsers. All of them support light-dark().
const BROWSERS = ['chrome130', 'edge130', 'firefox132', 'safari18.2']

/**
 * The chunks of the home page. Split by what other pages share, its code would compress worse and need more requests.
 * The first view has two chunks, `react` and `app`, because evaluating a single one blocks the page twice as long. The
 * chunk `late` has the deferred components, `shared` what these share with the first view of profiles and films. The
 * others join files that several pages share, because the first scripts contain the name of each chunk.
 */
const CHUNKS = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
  { name: 'app', test: /\/web\/app\/main\.tsx$/, priority: 2 },
  {
    name: 'shared',
    test: /\/(cover-marks|format-badges|in-sets|release-table|spine-plate|strip\/shelf)\.tsx$|\/facts-text\.ts$|\/domain\/film\/links\.ts$|\/lucide-react\/.+\/(bookmark|eye|eye-off|arrow-left|arrow-right|arrow-up-right)\.mjs$/,
    priority: 1.5,
  },
  {
    name: 'reader',
    test: /\/node_modules\/@supabase\/postgrest-js\/|\/web\/data\/(reader|fetch-or-answer|fetch-from-backend|own-response)\.ts$/,
    priority: 1.2,
  },
  {
    name: 'late',
    test: /\/(connection-notice|cover-drawing|own-marks|panel-views|picked-formats|shelf|sign-out|visitor-actions)\.tsx$|\/(remove-person|stored-data|leave|unsent-changes)\.ts$|\/domain\/shopping\/shopping\.ts$/,
    priority: 1,
  },
  {
    name: 'film-and-set',
    test: /\/web\/(features\/film\/(page|sets)\/|pages\/film\/(film-article|film-sets|film-page\.module|set-contents|use-was-signed-in)\b)/,
    priority: 0.5,
  },
  {
    name: 'profile',
    test: /\/web\/(features\/profile\/(profile-heading|visibility-note|shown-lists)|features\/catalogue\/toolbar\/print-button|ui\/page\/tabs)\b/,
    priority: 0.5,
  },
  {
    name: 'forms',
    test: /\/web\/(ui\/form\/(field|form-notice|password-field|use-form)|session\/(session-ended|username-field|while-signed-in)|data\/run-request)\b/,
    priority: 0.5,
  },
  {
    name: 'details',
    test: /\/(domain\/(money\/price|text-lengths)|web\/(data\/random-uuid|features\/tracking\/details\/(use-details|wish-texts)))\.ts$/,
    priority: 0.5,
  },
  {
    name: 'controls',
    test: /\/web\/ui\/(use-(is-hydrated|browser-layout-effect|focus-after-removal)\.ts|(button\/text-button|form\/checkbox|disc\/outlined-cases)\.tsx)$/,
    priority: 0.5,
  },
  {
    name: 'dialog',
    test: /\/web\/ui\/dialog\/confirm-dialog\.tsx$|\/@base-ui\/react\/.*\/AlertDialogRoot\.m?js$/,
    priority: 0.5,
  },
  {
    name: 'admin',
    test: /\/web\/(features|pages)\/admin\//,
    priority: 0.5,
  },
  {
    name: 'comparison',
    test: /\/(load-comparison|comparison-query)\.ts$/,
    priority: 0.5,
  },
  {
    name: 'files',
    test: /\/(domain\/(csv\/formula-cells|files\/unreadable)|web\/ui\/(download|form\/use-file-drop))\.ts$/,
    priority: 0.5,
  },
]

/**
 * Loads the styles of a rendered page before the code that hydrates it. With `async` the browser evaluates each script
 * in a separate task.
 */
const loadCodeLast: Plugin = {
  name: 'load-code-last',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replaceAll('<script type="module"', '<script type="module" async fetchpriority="low"'),
  },
}

/**
 * Replaces the function that loads a chunk by `web/app/load-chunk.ts`. The id and the name are Vite's own; decision 63 names
 * the tests that fail if they change.
 */
const loadChunks: Plugin = {
  name: 'load-chunks',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `export { loadChunk as __vitePreload } from '${path.resolve('web/app/load-chunk.ts')}'`,
  },
}

/** Minifies `public/before-paint.js`, because Vite copies public files as they are. */
const minifyBeforePaint: Plugin = {
  name: 'minify-before-paint',
  async writeBundle({ dir = '' }) {
    const file = path.join(dir, 'before-paint.js')
    const { code } = await minify(file, await readFile(file, 'utf8'))
    await writeFile(file, code)
  },
}

const { collect, write } = licences()

export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [
    react(),
    !isSsrBuild && loadCodeLast,
    !isSsrBuild && loadChunks,
    !isSsrBuild && minifyBeforePaint,
    !isSsrBuild && collect(),
    !isSsrBuild && buildServiceWorker([collect()]),
    !isSsrBuild && write(),
    // Without the HTML, because the server changes it.
    !isSsrBuild &&
      compression({ algorithms: ['brotliCompress', 'gzip'], include: /\.(js|css|svg|webmanifest)$/ }),
  ],
  // React has this hook built in, so its shim is not needed.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  // An ES module, because the worker imports the spreadsheet reader only for a spreadsheet.
  worker: { format: 'es' as const, plugins: () => [collect()] },
  // The code that renders pages contains its libraries: it loads faster, and they are production builds in any process.
  ...(isSsrBuild && {
    ssr: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  }),
  build: isSsrBuild
    ? {
        target: 'node22',
        minify: true,
        copyPublicDir: false,
        rolldownOptions: { checks: { pluginTimings: false } },
      }
    : {
        target: BROWSERS,
        // The server reads the manifest to link the files that a page needs.
        manifest: true,
        // Each asset stays a separate file, which the content security policy can allow.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          checks: { pluginTimings: false },
          output: {
            codeSplitting: { groups: CHUNKS },
            // The first scripts name all others, and a hash cannot be compressed.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:6][extname]',
          },
        },
      },
}))
