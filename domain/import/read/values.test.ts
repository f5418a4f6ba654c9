import { expect, test } from 'vitest'
import { likeness, titleKey, withoutEdition } from '../match/title-key.ts'
import { guessMeaning } from './meaning.ts'
import {
  keysIn,
  orderOfDates,
  readDate,
  readFormats,
  readMedium,
  readPrice,
  readRating,
  readYear,
  spineInNote,
} from './values.ts'

test.each([
  ['4K UHD, Blu-ray', ['bluray_4k', 'bluray']],
  ['4K Ultra HD Blu-ray', ['bluray_4k']],
  ['BLURAY / DVDs', ['bluray', 'dvd']],
  ['2xLaserdisc, 12", CLV', ['laserdisc']],
  ['HD DVD', undefined],
  ['VHS', undefined],
  ['Digital 4K', undefined],
  ['Blu-ray + Digital 4K', ['bluray']],
  ['4K UHD with Digital Copy', ['bluray_4k']],
  ['Ultra HD Blu-ray Digital Copy', ['bluray_4k']],
  ['4K digital restoration', ['bluray_4k']],
  ['', undefined],
])('the formats of %j are %j', (text, formats) => expect(readFormats(text)).toEqual(formats))

test.each([
  'VHS',
  'S-VHS tape',
  'Betamax',
  'Beta',
  'HD DVD',
  'HD-DVD',
  'Video CD',
  'UMD',
  'Digital',
  'Digital copy',
  'Digital HD',
  'iTunes',
  'Streaming',
])('%s is another medium than a disc', (text) => {
  expect(readMedium(text)).toEqual({
    formats: [],
    unusable: `it is on \u201c${text}\u201d`,
    isOnOtherMedium: true,
  })
})

test.each([
  ['', undefined],
  ['Box set', undefined],
  ['Criterion', undefined],
  ['Steelbook, 2 discs', undefined],
  ['New digital restoration', undefined],
  ['Dolby Digital', undefined],
  ['Streamline Pictures', undefined],
  ['HD DVD/DVD combo', ['dvd']],
  ['Blu-ray + Digital', ['bluray']],
])('%j does not name another medium', (text, formats) => {
  expect(readMedium(text)).toEqual({ formats })
})

test.each([
  ['2024-02-11T10:00:00Z', '2024-02-11'],
  ['Nov 09, 2022', '2022-11-09'],
  ['March 1 2023', '2023-03-01'],
  ['11/28/2024', '2024-11-28'],
  ['25/03/2024', '2024-03-25'],
  ['05/03/2024 20:15', '2024-05-03'],
  ['12.03.2024', '2024-03-12'],
  ['25.3.2024 20:15', '2024-03-25'],
  ['03.25.2024', undefined],
  ['3 Apr 1999', '1999-04-03'],
  ['2019', '2019'],
  ['2019-05', '2019-05'],
  ['5/2019', '2019-05'],
  ['May 2019', '2019-05'],
  ['20190', undefined],
  ['30/02/2024', undefined],
  ['1601-01-01', undefined],
  ['soon', undefined],
])('the date %j is %j', (text, date) => expect(readDate(text)).toBe(date))

test.each([
  ['dmy', '05/03/2024', '2024-03-05'],
  ['dmy', '03/25/2024', '2024-03-25'],
  ['unknown', '05/03/2024', '2024'],
  ['unknown', '25/03/2024', '2024-03-25'],
  ['unknown', '03/03/2024', '2024-03-03'],
] as const)('in the order %s the date %j is %j', (order, text, date) => {
  expect(readDate(text, order)).toBe(date)
})

test.each([
  [['05/03/2024', '25/03/2024', ''], 'dmy'],
  [['05/03/2024', '03/25/2024', '2024'], 'mdy'],
  [['05/03/2024', '25.03.2024'], undefined],
  [['25/03/2024', '03/25/2024'], undefined],
  [['25/26/2024'], undefined],
])('the order of the dates %j is %s', (texts, order) => expect(orderOfDates(texts)).toBe(order))

test.each([
  ['$39,95', { price: 39.95, currency: 'USD' }],
  ['1.299,00 EUR', { price: 1299, currency: 'EUR' }],
  ['1,299.00', { price: 1299 }],
  ['19.9', { price: 19.9 }],
  ['19.9750', { price: 19.98 }],
  ['24.990000000000002', { price: 24.99 }],
  ['0.975', { price: 0.98 }],
  ['1.299', { price: 1299 }],
  ['1,299,000', { price: 1299000 }],
  ['1,299.000', { price: 1299 }],
  ['1299.976', { price: 1299.98 }],
  ['1 299,00 \u20ac', { price: 1299, currency: 'EUR' }],
  ["CHF 1'299.50", { price: 1299.5, currency: 'CHF' }],
  ['19,-', { price: 19 }],
  ['a gift', undefined],
])('the price %j is %j', (text, price) => expect(readPrice(text)).toEqual(price))

test('a rating is one of ten half stars', () => {
  expect([
    readRating('3.5', 5),
    readRating('4,5', 5),
    readRating('9', 10),
    readRating('0', 10),
    readRating('', 5),
  ]).toEqual([7, 9, 9, undefined, undefined])
})

test('a year is four digits from 1870 to 2099', () => {
  expect(['1961', '(1961)', '1961-05-01', 'Apr 26, 1954', '12345', '1860', ''].map(readYear)).toEqual([
    1961,
    1961,
    1961,
    1954,
    undefined,
    undefined,
    undefined,
  ])
})

test.each([
  ['Director: Jafar Panahi\nSpine Number: 1317', 1317],
  ['\u2022 Spine #1035', 1035],
  ['Spine: 1025', 1025],
  ['<b>Spine Number</b>: 1067', 1067],
  ['Spine Number: N/A', undefined],
  ['The spine is faded, 3 copies', undefined],
])('the spine in the note %j is %j', (note, spine) => expect(spineInNote(note)).toBe(spine))

test.each([
  ['https://www.criterion.com/films/165-seven-samurai', { criterion: { kind: 'film', id: 165 } }],
  ['https://www.criterion.com/boxsets/334-the-killers', { criterion: { kind: 'set', id: 334 } }],
  ['https://boxd.it/2axi', { letterboxd: '2axi' }],
  ['https://letterboxd.com/anna/film/seven-samurai/', { letterboxd: 'film/seven-samurai' }],
  ['https://m.imdb.com/title/tt0047478/?ref_=x', { imdb: 'tt0047478' }],
  ['tt0000000', { imdb: undefined }],
  ['https://www.themoviedb.org/movie/346-seven-samurai', { tmdb: 346 }],
  ['https://films.example.org/spine/2', { spine: 2 }],
  ['https://boxd.it.example.org/2axi', {}],
  ['Seven Samurai', {}],
])('the keys in %j are %j', (text, keys) => expect(keysIn(text)).toEqual(keys))

test.each([
  ['Seven Samurai, The', 'The Seven Samurai'],
  ["L'avventura", 'L\u2019Avventura'],
  ['\u00a1Alambrista!', 'alambrista'],
  ['8 1/2', '8\u00bd'],
  ['Fanny & Alexander', 'fanny and alexander'],
  ['S\u00e1t\u00e1ntang\u00f3', 'Satantango'],
])('%j and %j are one title', (one, other) => expect(titleKey(one)).toBe(titleKey(other)))

test('a title of an article alone, or of signs alone, is a title', () => {
  expect([titleKey('A'), titleKey('The The'), titleKey('?!')]).toEqual(['a', 'the', '?!'])
})

test.each([
  ['Basic Instinct 4K', 'Basic Instinct'],
  ['Ikiru (The Criterion Collection) [Blu-ray]', 'Ikiru'],
  ['Ikiru - Criterion Collection', 'Ikiru'],
  ['4K', '4K'],
  ['Blu-ray', 'Blu-ray'],
  ['Ikiru (1952)', 'Ikiru (1952)'],
])('without its edition %j is %j', (title, plain) => expect(withoutEdition(title)).toBe(plain))

test('likeness counts shared pairs of letters', () => {
  expect(likeness('red', 'red')).toBe(1)
  expect(likeness('three colours red', 'three colors red')).toBeGreaterThan(0.9)
  expect(likeness('ikiru', 'ran')).toBe(0)
  expect(likeness('aa', 'aaaa')).toBe(0.5)
})

test.each([
  ['watchlist.csv', 'wishlist'],
  ['On Wish List', 'wishlist'],
  ['In Collection', 'owned'],
  ['Sold', 'left'],
  ['Not in Collection', 'left'],
  ['my-blu-rays.csv', 'owned'],
  ['plantowatch', 'wishlist'],
  ['diary.csv', 'watched'],
  ['Films of 2020', undefined],
])('the list %j is %j', (name, meaning) => expect(guessMeaning(name, 'left')).toBe(meaning ?? 'left'))
