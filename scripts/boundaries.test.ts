import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** The paths that files in a folder may import. The first pattern that matches a file applies. */
const MAY_IMPORT: [folder: RegExp, (feature: string) => RegExp][] = [
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

test('a file imports only from folders on which its folder may depend', () => {
  const wrong = IMPORTS.filter(({ file, target, isPackage }) => {
    const [folder, mayImport] = MAY_IMPORT.find(([folder]) => folder.test(file)) ?? []
    const [, feature = ''] = folder?.exec(file) ?? []
    return !isPackage && !mayImport?.(feature).test(target)
  })
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
})

test('only server/db imports a database driver', () => {
  const drivers = IMPORTS.filter(({ target, isPackage }) => isPackage && DRIVERS.test(target))
  expect(drivers.length).toBeGreaterThan(0)
  for (const { file } of drivers) expect(file).toMatch(/^server\/db\//)
})

test('only what is built for the server is loaded by a computed path, and only it and the server import modules of Node', () => {
  const matching = (pattern: RegExp) => FILES.filter((file) => pattern.test(readFileSync(file, 'utf8')))
  expect(matching(/\bimport\((?!')|\brequire\(|createRequire/)).toEqual(['server/pages/renderer.ts'])
  expect(matching(/(?:from|import|import\()\s*'node:/).filter((file) => !/^server\//.test(file))).toEqual([
    'web/app/render.tsx',
  ])
  for (const { file, target } of IMPORTS) {
    if (target === 'web/app/render.tsx') expect.fail(`${file} imports the server's entry`)
  }
})

test('the library that draws pictures is loaded for the first picture', () => {
  const loading = (pattern: RegExp) => FILES.filter((file) => pattern.test(readFileSync(file, 'utf8')))
  expect(loading(/^import (?!type\b).*'@takumi-rs\//m)).toEqual(['server/pictures/picture-renderer.ts'])
  expect(loading(/^import (?!type\b).*\/picture-renderer\.ts'/m)).toEqual([])
  expect(loading(/import\('\.\/picture-renderer\.ts'\)/)).toEqual(['server/pictures/routes.ts'])
})

const DECIDES_BY_MESSAGE =
  /\.(?:test|exec|includes)\([^()]*\bmessage\)|\bmessage\)?\.(?:match|includes|startsWith|endsWith|indexOf|search)\(|(?<!typeof )\bmessage [!=]==/

test("no code depends on the text of a database's error, which PostgreSQL may translate", () => {
  const deciding = FILES.filter((file) => DECIDES_BY_MESSAGE.test(readFileSync(file, 'utf8')))
  // The messages of zlib are not translated. The log only searches for text that it must redact.
  expect(deciding).toEqual(['server/backup/read.ts', 'server/observe/log.ts'])
})

test('no files import each other in a cycle', () => {
  const targets = new Map<string, string[]>()
  for (const { file, target, isPackage } of IMPORTS) {
    if (!isPackage) targets.set(file, [...(targets.get(file) ?? []), target])
  }
  const done = new Set<string>()
  const visit = (file: string, trail: string[]): void => {
    expect(trail, `cycle: ${[...trail, file].join(' → ')}`).not.toContain(file)
    if (done.has(file)) return
    for (const target of targets.get(file) ?? []) visit(target, [...trail, file])
    done.add(file)
  }
  for (const file of FILES) visit(file, [])
})

const SMALL_LINES = 25

/** Small files that no other rule of the test below excuses: programs, and modules that only one build loads. */
const ENTRIES = [
  'server/main.ts',
  'server/admin/collection/read-collection.ts',
  'server/db/pglite/create-engine.ts',
  'web/features/film/panel/plain-links.tsx',
]

test('a file under 25 lines has two importers, a test, a style sheet, or is loaded on demand', () => {
  const importers = Map.groupBy(
    IMPORTS.filter(({ isPackage }) => !isPackage),
    ({ target }) => target,
  )
  const small = FILES.filter((file) => readFileSync(file, 'utf8').split('\n').length <= SMALL_LINES)
  const code = FILES.map((file) => readFileSync(file, 'utf8'))
  const excused = (file: string) => {
    const stem = file.replace(/\.tsx?$/, '')
    return (
      ENTRIES.includes(file) ||
      file.startsWith('web/ui/') ||
      (importers.get(file)?.length ?? 0) > 1 ||
      [`${stem}.test.ts`, `${stem}.test.tsx`, `${stem}.module.css`].some((sibling) => existsSync(sibling)) ||
      code.some((text) => new RegExp(`import\\('[^']*/${path.basename(file)}'\\)`).test(text))
    )
  }
  expect(small.filter((file) => !excused(file))).toEqual([])
})

/** Returns the imports of a file, including imports of types. */
function importsOf(file: string): Import[] {
  const code = readFileSync(file, 'utf8')
  const sources = [...code.matchAll(/(?:from\s+|import\s+|import\()'([^']+)'/g)].map(
    ([, source]) => source ?? '',
  )
  return sources
    .filter((source) => !source.endsWith('.css') && !source.startsWith('node:'))
    .map((source) => {
      if (!source.startsWith('.')) return { file, target: source, isPackage: true }
      // The part after a question mark is an instruction to Vite.
      const target = path.posix.join(path.posix.dirname(file), source.split('?')[0] ?? '')
      expect(existsSync(target), `${file} imports ${target}`).toBe(true)
      return { file, target, isPackage: false }
    })
}
