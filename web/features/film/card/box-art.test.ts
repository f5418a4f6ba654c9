import { expect, test } from 'vitest'
import { boxArtSources } from './box-art.ts'

test('a cover uses the medium image, or the large one on a high-density screen', () => {
  expect(boxArtSources('https://example.com/a/b_large.jpg')).toEqual([
    { src: 'https://example.com/a/b_medium.jpg', srcSet: 'https://example.com/a/b_large.jpg 2x' },
    { src: 'https://example.com/a/b_large.jpg' },
  ])
})

test('a thumbnail uses the small image, the medium one on a high-density screen, and the stored one if those are missing', () => {
  expect(boxArtSources('https://example.com/a/b_large.JPG', 'small')).toEqual([
    { src: 'https://example.com/a/b_small.JPG', srcSet: 'https://example.com/a/b_medium.JPG 2x' },
    { src: 'https://example.com/a/b_large.JPG' },
  ])
})

test('a large cover uses the stored image', () => {
  expect(boxArtSources('https://example.com/a/b_large.jpg', 'large')).toEqual([
    { src: 'https://example.com/a/b_large.jpg' },
  ])
})

test('an address in another form is used as it is', () => {
  expect(boxArtSources('https://example.com/large.jpg')).toEqual([{ src: 'https://example.com/large.jpg' }])
})

test('without an https address there is no image', () => {
  expect(boxArtSources(null)).toEqual([])
  expect(boxArtSources('http://example.com/b_large.jpg')).toEqual([])
})
