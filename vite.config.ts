import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'

// The last two versions of the four browsers, with room to spare; all of them know light-dark().
const BROWSERS = ['chrome130', 'edge130', 'firefox132', 'safari18.2']

export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [
    react(),
    // The page itself is left out: the server writes into it.
    !isSsrBuild &&
      compression({ algorithms: ['brotliCompress', 'gzip'], include: /\.(js|css|svg|webmanifest)$/ }),
  ],
  // What reads spreadsheets is loaded within a worker, and only for a spreadsheet.
  worker: { format: 'es' as const },
  // What draws pages brings its libraries: quicker to load, and React as it is made for production whatever runs it.
  ...(isSsrBuild && { ssr: { noExternal: true as const } }),
  build: isSsrBuild
    ? { target: 'node22', minify: true, copyPublicDir: false }
    : {
        target: BROWSERS,
        // For the server, which has pages bring along what they need.
        manifest: true,
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
}))
