import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'

// The last two versions of the four browsers, with room to spare; all of them know light-dark().
const BROWSERS = ['chrome130', 'edge130', 'firefox132', 'safari18.2']

/**
 * What the home page needs, in three files: divided among the pages that share parts, it compresses worse and takes more
 * requests. Two for the first view, because running through one would hold the page up twice as long; then all late parts.
 */
const HOME_PAGE = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
  { name: 'app', test: /\/web\/app\/main\.tsx$/, priority: 2 },
  {
    name: 'late',
    test: /\/(connection-notice|cover-drawing|own-marks|panel-views|shelf|visitor-actions)\.tsx$/,
    priority: 1,
  },
]

/**
 * What a page from the server is to be seen with comes before the code that takes it over; and each file of that is run
 * through in a task of its own.
 */
const codeComesLast: Plugin = {
  name: 'code-comes-last',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replaceAll('<script type="module"', '<script type="module" async fetchpriority="low"'),
  },
}

export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [
    react(),
    !isSsrBuild && codeComesLast,
    // The page itself is left out: the server writes into it.
    !isSsrBuild &&
      compression({ algorithms: ['brotliCompress', 'gzip'], include: /\.(js|css|svg|webmanifest)$/ }),
  ],
  // React has had it built in for long.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  // What reads spreadsheets is loaded within a worker, and only for a spreadsheet.
  worker: { format: 'es' as const },
  // What draws pages brings its libraries: quicker to load, and as they are made for production whatever runs it.
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
        // For the server, which has pages bring along what they need.
        manifest: true,
        // Every asset is a file of its own, which the content policy can name.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          checks: { pluginTimings: false },
          output: {
            codeSplitting: { groups: HOME_PAGE },
          },
        },
      },
}))
