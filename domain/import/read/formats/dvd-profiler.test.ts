import { expect, test } from 'vitest'
import { listsFrom } from '../../../../test/support/import/lists-from.ts'

const disc = (type: string, title: string, more = '') =>
  `<DVD><ID>7155150.5</ID><CollectionType IsPartOfOwnedCollection="true">${type}</CollectionType><Title>${title}</Title><ProductionYear>1982</ProductionYear>${more}</DVD>`

test('DVD Profiler XML in windows-1252 is read with loans, prices, places and watched events', async () => {
  const text = `<?xml version="1.0" encoding="windows-1252"?><Collection>${disc(
    'Owned',
    'Querelle \u2013 \u00c4 &amp; B'.replace('\u2013', '-'),
    `<MediaTypes><DVD>True</DVD><HDDVD>False</HDDVD><BluRay>true</BluRay><UltraHD>False</UltraHD></MediaTypes>
    <Credits><Credit FirstName="Rainer Werner" LastName="Fassbinder" CreditType="Direction" CreditSubtype="Director"/></Credits>
    <PurchaseInfo><PurchasePrice DenominationType="EUR" FormattedValue="14,99 EUR">14.99</PurchasePrice><PurchasePlace>Saturn</PurchasePlace><PurchaseDate>2024-03-12</PurchaseDate></PurchaseInfo>
    <LoanInfo><Loaned>true</Loaned><User FirstName="Bea" LastName="L"/></LoanInfo>
    <Events><Event><EventType>Watched</EventType><Timestamp>2024-04-01T20:00:00</Timestamp></Event><Event><EventType>Watched</EventType><Timestamp>2019-02-03T20:00:00</Timestamp></Event><Event><EventType>Borrowed</EventType><Timestamp>2024-05-02T20:00:00</Timestamp></Event></Events>
    <Discs><Disc><Location>A</Location><Slot>7</Slot></Disc></Discs><Review Film="9" Video="8"/>`,
  )}${disc('Wish List', 'Lola', '<MediaTypes><DVD>True</DVD></MediaTypes>')}</Collection>`
  const querelle = {
    line: 1,
    title: 'Querelle - \u00c4 & B',
    year: 1982,
    director: 'Rainer Werner Fassbinder',
    formats: ['dvd', 'bluray'],
    rating: 9,
    watchedOn: '2024-04-01',
    alsoWatchedOn: ['2019-02-03'],
    copy: {
      acquiredOn: '2024-03-12',
      price: 14.99,
      currency: 'EUR',
      store: 'Saturn',
      place: 'A 7',
      lentTo: 'Bea L',
      lentOn: '2024-05-02',
    },
  }
  expect(await listsFrom('Collection.xml', new Uint8Array(Buffer.from(text, 'latin1')))).toEqual({
    format: 'dvd-profiler',
    lists: [
      { name: 'Owned', meaning: 'owned', rows: [querelle] },
      {
        name: 'Wish List',
        meaning: 'wishlist',
        rows: [{ line: 2, title: 'Lola', year: 1982, formats: ['dvd'], copy: {} }],
      },
      { name: 'Watched', meaning: 'watched', rows: [querelle] },
    ],
  })
})

test('rows that are not discs are left out, and films that are only rated form a separate list', async () => {
  const media = (...elements: string[]) => `<MediaTypes>${elements.join('')}</MediaTypes>`
  const none = '<DVD>False</DVD><HDDVD>False</HDDVD><BluRay>False</BluRay>'
  const text = `<Collection>${[
    disc('Owned', 'A', media('<HDDVD>True</HDDVD>')),
    disc('Owned', 'B', media(none, '<CustomMediaType>VHS</CustomMediaType>')),
    disc('Owned', 'C', media(none, '<CustomMediaType/>')),
    disc('Owned', 'L', media(none, '<CustomMediaType>LaserDisc</CustomMediaType>')),
    disc('Owned', 'U', media('<BluRay>True</BluRay>', '<CustomMediaType>4K UHD</CustomMediaType>')),
    disc('Owned', 'D', `${media('<DVD>True</DVD>', '<HDDVD>True</HDDVD>')}<Review Film="8"/>`),
    disc('Owned', 'E', `${media('<DVD>True</DVD>')}<Review Film="0"/>`),
  ].join('')}</Collection>`
  const { lists } = await listsFrom('Collection.xml', text)
  expect(lists[0]?.rows.map((row) => Object(row).unusable ?? Object(row).formats)).toEqual([
    'it is on \u201cHD DVD\u201d',
    'it is on \u201cVHS\u201d',
    undefined,
    ['laserdisc'],
    ['bluray', 'bluray_4k'],
    ['dvd'],
    ['dvd'],
  ])
  expect(lists.slice(1)).toMatchObject([{ name: 'Rated', meaning: 'watched', rows: [{ title: 'D' }] }])
})
