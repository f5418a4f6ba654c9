import { expect, test } from 'vitest'
import { columnFault, filmFaults } from './rules.ts'

test('valid values have no fault', () => {
  expect(
    filmFaults({
      spine: '999999999',
      title: 'Ōzu 👩‍🚀 «8½»',
      director: 'x'.repeat(500),
      country: '',
      year: '1870',
      product_url: 'HTTPS://X',
      imdb_link: '',
    }),
  ).toEqual({})
})

test('each invalid field has a sentence', () => {
  expect(filmFaults({ spine: '0', title: '', year: '1869', ebay_link: 'javascript:alert(1)' })).toEqual({
    spine: 'Spine must be a whole number from 1 to 999,999,999.',
    title: 'Title is empty.',
    year: 'Year must be a year from 1870 to 2100, or empty.',
    ebay_link: 'The eBay link must be an http(s) address, or empty.',
  })
})

test('fields that are not given are not checked', () => {
  expect(filmFaults({})).toEqual({})
})

test.each(['', '0', '-1', '1.5', '1e3', '01', '1000000000', '٣', ' 1'])('%j is not a spine', (spine) => {
  expect(columnFault('spine', spine)).toContain('whole number')
})

test.each(['0', '-90', '90.5', '10000', '90 min', '1:30'])('%j is not a running time', (time) => {
  expect(columnFault('running_time', time)).toContain('minutes from 1')
})

test.each(['0', 'tt0047478', '1000000000', 'tv/42'])('%j is not an id at TMDB', (id) => {
  expect(columnFault('tmdb_id', id)).toContain('whole number')
})

test.each(['1869', '2101', '19999', '0', '1999.5', 'x'])('%j is not a year', (year) => {
  expect(columnFault('year', year)).toContain('1870 to 2100')
})
