import { expect, test } from 'vitest'
import { formatFilters, parseFilters } from '../../../../domain/filters/filters.ts'
import { chipsOf, searchChips } from './filter-texts.ts'

const ADDRESS = {
  available: 'bluray',
  inprint: '1',
  from: '1950',
  to: '1969',
  country: ['Japan'],
  director: ['Agnès Varda'],
  time: '90-119,200-',
  set: '7,8',
  mine: 'unwatched',
  owned: 'dvd',
}
const chips = (withMarks: boolean) =>
  chipsOf(parseFilters(ADDRESS), withMarks, (set) => (set === 7 ? 'The BRD Trilogy' : undefined))

test('each value of a filter has its chip, and the years have one', () => {
  expect(chips(true).map(({ label }) => label)).toEqual([
    'Blu-ray',
    'In print',
    'Not watched',
    'Owned on DVD',
    '1950 – 1969',
    'Japan',
    'Agnès Varda',
    '90 – 119 min',
    'From 200 min',
    'The BRD Trilogy',
    'Box set 8',
  ])
})

test('without a person there are no chips for marks', () => {
  expect(chips(false)).toHaveLength(9)
})

test('a chip takes away its value and leaves the others', () => {
  const [, , , , years, , , time] = chips(true)
  expect(years?.without).toEqual({ ...formatFilters(parseFilters(ADDRESS)), from: undefined, to: undefined })
  expect(time?.without).toMatchObject({ time: '200-', available: 'bluray' })
})

test('the search and the format have their chips', () => {
  expect(searchChips({ q: ' ozu ', format: '4k' })).toEqual([
    { label: '“ozu”', without: { q: '' } },
    { label: 'Format: 4K Ultra HD', without: { format: 'all' } },
  ])
  expect(searchChips({ q: '', format: 'all' })).toEqual([])
})
