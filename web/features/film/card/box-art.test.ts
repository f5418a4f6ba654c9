import { expect, test } from 'vitest'
import { boxArtSources } from './box-art.ts'

test('a cover takes the medium size, or the stored large one on a finer screen', () => {
  expect(boxArtSources('https://example.com/a/b_large.jpg')).toEqual([
    { src: 'https://example.com/a/b_medium.jpg', srcSet: 'https://example.com/a/b_large.jpg 2x' },
    { src: 'https://example.com/a/b_large.jpg' },
  ])
})

test('a thumbnail takes the small size, or the medium one on a finer screen, and the stored one where that is missing', () => {
  expect(boxArtSources('https://example.com/a/b_large.JPG', 'small')).toEqual([
    { src: 'https://example.com/a/b_small.JPG', srcSet: 'https://example.com/a/b_medium.JPG 2x' },
    { src: 'https://example.com/a/b_large.JPG' },
  ])
})

test('an address of another form is tried as it is', () => {
  expect(boxArtSources('https://example.com/large.jpg')).toEqual([{ src: 'https://example.com/large.jpg' }])
})

test('no address and no https address lead to no image', () => {
  expect(boxArtSources(null)).toEqual([])
  expect(boxArtSources('http://example.com/b_large.jpg')).toEqual([])
})
