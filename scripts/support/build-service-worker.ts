import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

/** A file that the service worker stores. One with a hash in its name needs no revision. */
interface Precached {
  url: string
  revision: string | null
}

/** Pages that cannot do anything without a network. Their code is not stored. */
const ONLINE_ONLY = /\/web\/pages\/(admin\/|account\/account-import-page|profile\/gift-page)/

/** Files without a hash in their names that a page without a network needs. `index.html` is the shell. */
const UNHASHED = ['index.html', 'before-paint.js', 'manifest.webmanifest', 'favicon.svg', 'icon-192.png']

/**
 * Builds `service-worker.js` beside the pages, with the list of the files that it stores.
 * @param plugins of that build.
 */
export function buildServiceWorker(plugins: Plugin[]): Plugin {
  return {
    name: 'build-service-worker',
    writeBundle: {
      order: 'post',
      async handler({ dir = '' }, bundle) {
        const hashed = filesWithoutNetwork(dir, bundle).map((file) => ({ url: `/${file}`, revision: null }))
        const files = [...UNHASHED.map((file) => revised(dir, file)), ...hashed]
        await build({
          configFile: false,
          plugins,
          publicDir: false,
          logLevel: 'warn',
          define: { PRECACHED: JSON.stringify(files), 'process.env.NODE_ENV': '"production"' },
          build: {
            outDir: dir,
            emptyOutDir: false,
            copyPublicDir: false,
            rolldownOptions: {
              input: path.resolve('web/offline/service-worker.ts'),
              output: { format: 'iife', entryFileNames: 'service-worker.js' },
            },
          },
        })
      },
    },
  }
}

function revised(dir: string, file: string): Precached {
  const content = readFileSync(path.join(dir, file))
  return { url: `/${file}`, revision: createHash('sha256').update(content).digest('hex').slice(0, 16) }
}

/** The files of all pages that are of use without a network: what the built page names, and what that may import. */
function filesWithoutNetwork(dir: string, bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>()
  const page = readFileSync(path.join(dir, 'index.html'), 'utf8')
  const toVisit = Array.from(page.matchAll(/"\/(assets\/[^"]+)"/g), ([, file = '']) => file)
  for (let file = toVisit.pop(); file !== undefined; file = toVisit.pop()) {
    const output = bundle[file]
    if (!output || files.has(file)) continue
    if (output.type === 'chunk') {
      if (ONLINE_ONLY.test(output.facadeModuleId ?? '')) continue
      const { importedCss = [], importedAssets = [] } = output.viteMetadata ?? {}
      toVisit.push(...importedCss, ...importedAssets, ...output.imports, ...output.dynamicImports)
    }
    files.add(file)
  }
  return [...files].toSorted()
}
