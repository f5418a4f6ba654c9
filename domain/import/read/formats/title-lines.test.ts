import { expect, test } from 'vitest'
import { listsFrom } from '../../../../test/support/import/lists-from.ts'

const rows = async (text: string) => {
  const { format, lists } = await listsFrom('list.txt', text)
  expect(format).toBe('lines')
  return lists.flatMap(({ rows }) => rows)
}

test('the printer-friendly list of Blu-ray.com is read', async () => {
  expect(
    await rows(
      '12 Monkeys (1995) Blu-ray\r\nSeven Samurai (1954) Blu-ray, DVD\r\nIkiru (1952) 4K\r\nTwin Peaks (TV Series) (1990-1991) Blu-ray\r\n',
    ),
  ).toEqual([
    { line: 1, title: '12 Monkeys', year: 1995, formats: ['bluray'] },
    { line: 2, title: 'Seven Samurai', year: 1954, formats: ['bluray', 'dvd'] },
    { line: 3, title: 'Ikiru', year: 1952, formats: ['bluray_4k'] },
    expect.objectContaining({ line: 4, unusable: 'it is a series' }),
  ])
})

test('a text of My Movies with a film on each line is read', async () => {
  expect(await rows('Deadpool - Blu-ray, 2016\nSeven Samurai - DVD, 1954\n')).toEqual([
    { line: 1, title: 'Deadpool', year: 2016, formats: ['bluray'] },
    { line: 2, title: 'Seven Samurai', year: 1954, formats: ['dvd'] },
  ])
})

test('lines of spines, addresses and ids are read, and other lines are left out', async () => {
  const lines = [
    '#33',
    '421',
    'https://boxd.it/2axi',
    'tt0047478',
    'https://www.criterion.com/films/165',
    '715515019927',
  ]
  expect(await rows([...lines, 'and so on'].join('\n'))).toEqual([
    { line: 1, spine: 33 },
    { line: 2, spine: 421 },
    { line: 3, letterboxd: '2axi' },
    { line: 4, imdb: 'tt0047478' },
    { line: 5, criterion: { kind: 'film', id: 165 } },
    { line: 6, title: '715515019927', unusable: 'a barcode says nothing about the film' },
    { line: 7, unusable: 'the line names no year, format, spine, link or id' },
  ])
})

test('a letter with a year is no list', async () => {
  await expect(listsFrom('a.txt', 'Dear reader,\nit was (1954) long ago.\nYours\nA\n')).rejects.toThrow(
    'names no column',
  )
})

test('rows that are not discs are left out', async () => {
  const { lists } = await listsFrom('x.txt', 'A (1987) HD DVD\nB (1987) Blu-ray, Digital\nC (1987)\n')
  expect(lists[0]?.rows).toMatchObject([
    { unusable: 'it is on \u201cHD DVD\u201d' },
    { formats: ['bluray'] },
    { title: 'C' },
  ])
})
