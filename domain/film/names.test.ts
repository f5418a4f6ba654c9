import { expect, test } from 'vitest'
import { countryNames, directorNames } from './names.ts'

test.each([
  [null, []],
  ['Japan', ['Japan']],
  ['France, Belgium, United States', ['France', 'Belgium', 'United States']],
  ['Trinidad and Tobago', ['Trinidad and Tobago']],
])('the countries in %s are %j', (country, countries) => {
  expect(countryNames(country)).toEqual(countries)
})

test.each([
  ['Agnès Varda', ['Agnès Varda']],
  ['Michael Powell and Emeric Pressburger', ['Michael Powell', 'Emeric Pressburger']],
  [
    'David Maysles, Albert Maysles, and Charlotte Zwerin',
    ['David Maysles', 'Albert Maysles', 'Charlotte Zwerin'],
  ],
  ['Andrew Lau Wai-keung, Alan Mak', ['Andrew Lau Wai-keung', 'Alan Mak']],
  ['Alexander Mackendrick', ['Alexander Mackendrick']],
])('the directors in %s are %j', (director, directors) => {
  expect(directorNames(director)).toEqual(directors)
})
