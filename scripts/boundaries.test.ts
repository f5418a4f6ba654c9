import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** What the code of a place may import, as the beginnings of paths; the first place that fits a file holds for it. */
const MAY_IMPORT: [place: RegExp, (feature: string) => RegExp][] = [
  [/^domain\//, () => /^domain\//],
  [
    /^server\/rest\//,
    () =>
      /^(domain\/|server\/rest\/|server\/response-cache\/response-cache|server\/errors|server\/db\/(database|as-caller))/,
  ],
  [/^server\//, () => /^(domain|server)\/|^package\.json$/],
  [/^web\/ui\//, () => /^(domain|web\/ui)\//],
  [
    /^web\/features\/(\w+)\//,
    (feature) => new RegExp(`^(domain/|web/(app|connection|data|session|ui)/|web/features/${feature}/)`),
  ],
  [/^web\//, () => /^(domain|web)\//],
]

const DRIVERS = /^(pg|@electric-sql\/pglite)(\/|$)/

interface Import {
  file: string
  target: string
  isPackage: boolean
}

const FILES = ['domain', 'server', 'web']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file))

const IMPORTS = FILES.flatMap(importsOf)

test('imports run one way: ui, features, pages; domain by itself; web and server apart', () => {
  const wrong = IMPORTS.filter(({ file, target, isPackage }) => {
    const [place, mayImport] = MAY_IMPORT.find(([place]) => place.test(file)) ?? []
    const [, feature = ''] = place?.exec(file) ?? []
    return !isPackage && !mayImport?.(feature).test(target)
  })
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
})

test('only server/db imports a database driver', () => {
  const drivers = IMPORTS.filter(({ target, isPackage }) => isPackage && DRIVERS.test(target))
  expect(drivers.length).toBeGreaterThan(0)
  for (const { file } of drivers) expect(file).toMatch(/^server\/db\//)
})

test('what is loaded by an address is what the web build offers the server; only that has modules of Node', () => {
  const matching = (pattern: RegExp) => FILES.filter((file) => pattern.test(readFileSync(file, 'utf8')))
  expect(matching(/\bimport\((?!')|\brequire\(|createRequire/)).toEqual(['server/pages/renderer.ts'])
  expect(matching(/(?:from|import|import\()\s*'node:/).filter((file) => !/^server\//.test(file))).toEqual([
    'web/app/render.tsx',
  ])
  for (const { file, target } of IMPORTS) {
    if (target === 'web/app/render.tsx') expect.fail(`${file} imports the server's entry`)
  }
})

const DECIDES_BY_MESSAGE =
  /\.(?:test|exec|includes)\([^()]*\bmessage\)|\bmessage\)?\.(?:match|includes|startsWith|endsWith|indexOf|search)\(|(?<!typeof )\bmessage [!=]==/

test("nothing decides by the words of a database's error, which come in its own language", () => {
  const deciding = FILES.filter((file) => DECIDES_BY_MESSAGE.test(readFileSync(file, 'utf8')))
  // zlib's words have no translation; the log only looks for words that it must not repeat.
  expect(deciding).toEqual(['server/backup/read.ts', 'server/observe/log.ts'])
})

test('no files import each other in a circle', () => {
  const targets = new Map<string, string[]>()
  for (const { file, target, isPackage } of IMPORTS) {
    if (!isPackage) targets.set(file, [...(targets.get(file) ?? []), target])
  }
  const done = new Set<string>()
  const visit = (file: string, trail: string[]): void => {
    expect(trail, `circle: ${[...trail, file].join(' → ')}`).not.toContain(file)
    if (done.has(file)) return
    for (const target of targets.get(file) ?? []) visit(target, [...trail, file])
    done.add(file)
  }
  for (const file of FILES) visit(file, [])
})

/** Imports of code and of types alike: both say what knows of what. */
function importsOf(file: string): Import[] {
  const code = readFileSync(file, 'utf8')
  const sources = [...code.matchAll(/(?:from\s+|import\s+|import\()'([^']+)'/g)].map(
    ([, source]) => source ?? '',
  )
  return sources
    .filter((source) => !source.endsWith('.css') && !source.startsWith('node:'))
    .map((source) => {
      if (!source.startsWith('.')) return { file, target: source, isPackage: true }
      // Vite reads what follows a question mark.
      const target = path.posix.join(path.posix.dirname(file), source.split('?')[0] ?? '')
      expect(existsSync(target), `${file} imports ${target}`).toBe(true)
      return { file, target, isPackage: false }
    })
}
