import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'

export default defineConfig({
  plugins: [
    react(),
    // The page itself is left out: the server writes its configuration into it.
    compression({ algorithms: ['brotliCompress', 'gzip'], include: /\.(js|css|svg|webmanifest)$/ }),
  ],
  build: {
    // The last two versions of the four browsers, with room to spare; all of them know light-dark().
    target: ['chrome130', 'edge130', 'firefox132', 'safari18.2'],
    // Every asset is a file of its own, which the content policy can name.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
