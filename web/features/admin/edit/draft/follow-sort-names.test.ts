import { expect, test } from 'vitest'
import { followSortNames } from './follow-sort-names.ts'

const EMPTY = { title: '', director: '', language: '', sort_title: '', sort_director: '' }

test('sort names follow what is typed', () => {
  const titled = followSortNames({ ...EMPTY, title: 'La Notte ' }, EMPTY)
  expect(titled.sort_title).toBe('La Notte')
  const whole = followSortNames({ ...titled, language: 'Italian', director: 'Vittorio De Sica' }, titled)
  expect(whole).toMatchObject({ sort_title: 'Notte', sort_director: 'De Sica, Vittorio' })
  expect(followSortNames({ ...whole, title: '', director: '' }, whole)).toMatchObject({
    sort_title: '',
    sort_director: '',
  })
})

test('a sort name that somebody typed stays', () => {
  const typed = { ...EMPTY, title: 'The One', sort_title: 'One, The' }
  expect(followSortNames({ ...typed, title: 'The Two' }, typed).sort_title).toBe('One, The')
  expect(followSortNames({ ...typed, sort_title: 'One' }, typed).sort_title).toBe('One')
})
