import { expect, test } from 'vitest'
import { sortDirector, sortTitle } from './sort-names.ts'

test.each([
  ['L’avventura', 'Italian', 'avventura'],
  ["L'eclisse", 'Italian', 'eclisse'],
  ['The 400 Blows', 'French', '400 Blows'],
  ['8½', 'Italian', '8½'],
  ['¡Alambrista!', 'English, Spanish', 'Alambrista!'],
  ['’Round Midnight', 'French, English', 'Round Midnight'],
  ['“The” Film', null, 'The” Film'],
  ['The “Film”', null, 'Film”'],
  ['LA STRADA', 'Italian', 'STRADA'],
  ['La Bamba', 'English', 'La Bamba'],
  ['La Bamba', null, 'La Bamba'],
  ['Das Boot', 'German', 'Boot'],
  ['Die Hard', 'English', 'Die Hard'],
  ['Theatre of Blood', 'English', 'Theatre of Blood'],
  ['A', 'English', 'A'],
  ['The ', 'English', 'The '],
  ['…', null, '…'],
])('%s in %s is sorted under %s', (title, language, sorted) => {
  expect(sortTitle(title, language)).toBe(sorted)
})

test.each([
  ['Akira Kurosawa', 'Kurosawa, Akira'],
  ['Wong Kar-wai', 'Wong Kar-wai'],
  ['Joel Coen and Ethan Coen', 'Coen, Joel'],
  ['Albert Maysles, David Maysles, and Charlotte Zwerin', 'Maysles, Albert'],
  ['Vittorio De Sica', 'De Sica, Vittorio'],
  ['Guillermo del Toro', 'del Toro, Guillermo'],
  ['Josef von Sternberg', 'Sternberg, Josef von'],
  ['Irvin S. Yeaworth Jr.', 'Yeaworth Jr., Irvin S.'],
  ['Alexander Sanders', 'Sanders, Alexander'],
  ['Costa-Gavras', 'Costa-Gavras'],
  ['Various', 'Various'],
  ['De Sica', 'De Sica'],
])('%s is sorted under %s', (director, sorted) => {
  expect(sortDirector(director)).toBe(sorted)
})
