import { expect, test } from 'vitest'
import { boxArtAddresses } from './box-art.ts'

test('the medium size is tried before the stored large one', () => {
  expect(boxArtAddresses('https://example.com/a/b_large.jpg')).toEqual([
    'https://example.com/a/b_medium.jpg',
    'https://example.com/a/b_large.jpg',
  ])
})

test('an address of another form is tried as it is', () => {
  expect(boxArtAddresses('https://example.com/large.jpg')).toEqual(['https://example.com/large.jpg'])
})

test('no address and no https address lead to no image', () => {
  expect(boxArtAddresses(null)).toEqual([])
  expect(boxArtAddresses('http://example.com/b_large.jpg')).toEqual([])
})
