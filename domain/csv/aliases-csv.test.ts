import { expect, test } from 'vitest'
import { readAliasesCsv, writeAliasesCsv } from './aliases-csv.ts'

test('a written file of aliases is read as the same', () => {
  const films = [
    { spine: 1, aliases: { title: ['=La “Grande”, Illusion', 'Ōzu'], imdb: ['tt0028950'] } },
    { spine: 88, aliases: { criterion: ['354'] } },
  ]
  expect(readAliasesCsv(writeAliasesCsv(films))).toEqual({ films, problems: [] })
})

test.each([
  ['', 'empty'],
  ['spine,kind\n1,title\n', 'lacks the column value'],
  ['spine,kind,value,note\n', 'unknown or repeated column "note"'],
  ['spine,kind,value\n0,title,x\n', 'spine "0" must be'],
  ['spine,kind,value\n1,name,x\n', '"name" is no kind'],
  ['spine,kind,value\n1,title,\n', 'is empty'],
  ['spine,kind,value\n1,imdb,0028950\n', 'tt and digits'],
  ['spine,kind,value\n1,tmdb,movie/7\n', 'digits'],
  ['spine,kind,value\n1,title\n', '2 cells'],
])('a wrong file of aliases is refused: %j', (csv, words) => {
  expect(readAliasesCsv(csv).problems).toEqual([
    expect.objectContaining({ message: expect.stringContaining(words) }),
  ])
})
