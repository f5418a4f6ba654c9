import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LICENCES_PATH } from '../../../domain/paths.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

/** The packages that the code and the styles of the pages name. */
function packagesOfPages(): Set<string> {
  const files = globSync('{web,domain}/**/*.{ts,tsx,css}', { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  )
  const names = files.flatMap((file) =>
    Array.from(
      readFileSync(path.join(ROOT, file), 'utf8').matchAll(
        /(?:^import (?!type )[^'"]*|^\} from |^export [^'"]* from |import\(|url\()['"]((?:@[a-z][^/'"]*\/)?[a-z][^/'"]*)/gm,
      ),
      ([, name = '']) => name,
    ),
  )
  return new Set(names.filter((name) => !name.startsWith('node:')))
}

let server: TestServer
beforeAll(async () => {
  server = await startServer('pglite')
})
afterAll(() => server.close())

test('the site serves the licence of each package that its pages contain, and links to it', async () => {
  const response = await fetch(server.url + LICENCES_PATH)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const text = await response.text()
  const packages = packagesOfPages()
  expect([...packages]).toEqual(expect.arrayContaining(['react', '@fontsource-variable/fraunces']))
  for (const name of packages) {
    const { version } = JSON.parse(
      readFileSync(path.join(ROOT, 'node_modules', name, 'package.json'), 'utf8'),
    ) as { version: string }
    expect.soft(text, name).toContain(`\n${name} ${version} (`)
  }
  expect(text).toContain('Copyright (c) Meta Platforms')
  expect(text).toContain('SIL OPEN FONT LICENSE')
  expect(await (await fetch(server.url)).text()).toContain(`href="${LICENCES_PATH}"`)
})
