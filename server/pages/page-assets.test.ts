import { expect, test } from 'vitest'
import { linksToFiles } from './page-assets.ts'

const manifest = {
  'web/pages/one.tsx': {
    file: 'assets/one.js',
    css: ['assets/one.css'],
    imports: ['shared', 'web/main.tsx'],
  },
  shared: { file: 'assets/shared.js', css: ['assets/shared.css'] },
  'web/main.tsx': { file: 'assets/main.js', css: ['assets/main.css'] },
}
const html = '<link href="/assets/main.css"><script src="/assets/main.js"></script>'

test('a page links the files of its modules and their imports that the built page does not name, each once', () => {
  const { styles, code } = linksToFiles(manifest, ['web/pages/one.tsx', 'shared'], html)
  expect(Array.from(styles.matchAll(/href="([^"]*)"/g), ([, file]) => file)).toEqual([
    '/assets/one.css',
    '/assets/shared.css',
  ])
  expect(Array.from(code.matchAll(/href="([^"]*)"/g), ([, file]) => file)).toEqual([
    '/assets/one.js',
    '/assets/shared.js',
  ])
})

test('a module that the build does not have is an error', () => {
  expect(() => linksToFiles(manifest, ['web/pages/gone.tsx'], html)).toThrow(
    'no chunk for web/pages/gone.tsx',
  )
})
