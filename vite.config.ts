import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'

/** Lets the browser fetch the client library beside the application instead of after it. */
const preloadClientLibrary: Plugin = {
  name: 'preload-client-library',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.values(bundle)
        .filter((file) => file.type === 'chunk' && file.facadeModuleId?.includes('/@supabase/supabase-js/'))
        .map((chunk) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${chunk.fileName}` },
          injectTo: 'head' as const,
        })),
  },
}

export default defineConfig({
  plugins: [
    react(),
    preloadClientLibrary,
    // The page itself is left out: the server writes its configuration into it.
    compression({ algorithms: ['brotliCompress', 'gzip'], include: /\.(js|css|svg|webmanifest)$/ }),
  ],
  // What reads spreadsheets is loaded within a worker, and only for a spreadsheet.
  worker: { format: 'es' },
  build: {
    // The last two versions of the four browsers, with room to spare; all of them know light-dark().
    target: ['chrome130', 'edge130', 'firefox132', 'safari18.2'],
    // Every asset is a file of its own, which the content policy can name.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // All that the first view needs in one file: divided among the pages that share parts, it compresses worse.
        codeSplitting: { groups: [{ name: 'app', test: /\/web\/main\.tsx$/ }] },
      },
    },
  },
})
