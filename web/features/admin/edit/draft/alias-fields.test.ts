import { expect, test } from 'vitest'
import { aliasesInWords, aliasesOf, aliasFaults, aliasTextsOf, isSameAliases } from './alias-fields.ts'

const NONE = aliasTextsOf(null)

test('aliases converted to fields and back are the same', () => {
  const aliases = { title: ['La Grande Illusion', 'Ōzu'], imdb: ['tt1'] }
  expect(aliasTextsOf(aliases)).toMatchObject({ alias_title: 'La Grande Illusion | Ōzu', alias_tmdb: '' })
  expect(aliasesOf(aliasTextsOf(aliases))).toEqual(aliases)
  expect(aliasesOf(NONE)).toBeNull()
})

test('blanks, repetitions and the order of aliases do not matter', () => {
  expect(aliasesOf({ ...NONE, alias_title: ' b |a||b ' })).toEqual({ title: ['a', 'b'] })
  expect(isSameAliases({ title: ['b', 'a'] }, { title: ['a', 'b'], imdb: [] })).toBe(true)
  expect(isSameAliases({ title: ['a'] }, null)).toBe(false)
})

test('a wrong id has a sentence at its field', () => {
  expect(aliasFaults({ ...NONE, alias_imdb: 'tt1 | 2', alias_title: '2', alias_tmdb: 'x' })).toEqual({
    alias_imdb: '“2” must be tt and digits.',
    alias_tmdb: '“x” must be digits.',
  })
})

test('aliases are named without their kinds', () => {
  expect(aliasesInWords({ title: ['One', 'Two'], imdb: ['tt1'] })).toBe('One, Two, tt1')
  expect(aliasesInWords(null)).toBe('none')
})
