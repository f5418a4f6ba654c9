import { expect, test } from 'vitest'
import { FILM } from './film.fixture.ts'
import { describeSaveFailure, NO_LONGER_ADMIN } from './save-failure.ts'

const violates = (constraint: string) =>
  `new row for relation "films" violates check constraint "${constraint}"`

test.each([
  ['23514', violates('films_title_check'), { title: '' }, 'title', 'Title is empty.'],
  ['23514', violates('films_imdb_link_check'), { imdb_link: 'x' }, 'imdb_link', /^The IMDb link must be/],
  ['23514', violates('films_spine_check'), { spine: -1 }, 'spine', /^Spine must be/],
  [
    '23514',
    violates('films_country_check'),
    { country: 'Fine here' },
    'country',
    'Country has a value that cannot be stored.',
  ],
  ['23502', 'null value in column "director" of relation "films"', { director: '' }, 'director', /empty/],
  ['22003', 'value "9999999999" is out of range for type integer', { spine: 9999999999 }, 'spine', /^Spine/],
  ['22003', 'value "9999999999" is out of range for type integer', { year: 9999999999 }, 'year', /^Year/],
] as const)(
  'error %s (%s) is shown beside the field that it concerns',
  async (code, sentence, values, column, message) => {
    const { faults, sentence: toast } = await describeSaveFailure({ code, sentence }, { ...FILM, ...values })
    expect(Object.keys(faults)).toEqual([column])
    expect(faults[column]).toMatch(message)
    expect(toast).toBe(faults[column])
  },
)

test('an error that concerns no field is described without the message of the database', async () => {
  const unknown = await describeSaveFailure({ code: 'XX000', sentence: 'could not open relation' }, FILM)
  expect(unknown).toEqual({
    faults: {},
    sentence: 'The database rejected this film. Please check the fields.',
  })
  const denied = { code: '42501', sentence: 'new row violates row-level security policy for table "films"' }
  expect(await describeSaveFailure(denied, FILM)).toEqual({ faults: {}, sentence: NO_LONGER_ADMIN })
  const lost = { code: undefined, sentence: 'The server could not be reached.' }
  expect(await describeSaveFailure(lost, FILM)).toEqual({ faults: {}, sentence: lost.sentence })
  const ended = { code: 'PGRST301', sentence: 'Your session has ended. Please sign in again.' }
  expect(await describeSaveFailure(ended, FILM)).toEqual({ faults: {}, sentence: ended.sentence })
})
