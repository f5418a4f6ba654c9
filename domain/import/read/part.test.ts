import { strToU8, zipSync } from 'fflate'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { INDEX } from '../../../test/support/import/catalogue.ts'
import { store, unpack } from '../../files/archive.ts'
import { matchLists } from '../match/match-lists.ts'
import { leftOut, leftOutCsv } from '../plan/left-out.ts'
import { readParts } from './part.ts'
import { readLists } from './read-lists.ts'

const bytesOf = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding))
const TABLE = 'Title,Year\r\nL\u2019\u00e9t\u00e9,1961\r\n'

async function read(bytes: Uint8Array<ArrayBuffer>, name = 'x') {
  const { format, lists } = readLists(await readParts(bytes, name))
  return { format: format.id, rows: lists.flatMap(({ rows }) => rows) }
}

async function xlsx(rows: (string | number | null)[][]) {
  return new Uint8Array(await writeXlsx(rows).toBuffer())
}

describe('a table is read from', () => {
  test.each([
    ['UTF-8', strToU8(TABLE)],
    ['UTF-8 with a mark and semicolons', strToU8(`\ufeff${TABLE.replaceAll(',', ';')}`)],
    ['UTF-16', bytesOf(`\ufeff${TABLE}`, 'utf16le')],
    ['UTF-16 without a mark, with tabs', bytesOf(TABLE.replaceAll(',', '\t'), 'utf16le')],
    ['big-endian UTF-16', new Uint8Array(Buffer.from(`\ufeff${TABLE}`, 'utf16le').swap16())],
    ['windows-1252', bytesOf(TABLE.replace('\u2019', '\x92'), 'latin1')],
    ['an archive', zipSync({ 'folder/films.csv': strToU8(TABLE), 'readme.md': strToU8('no') })],
  ])('%s', async (_, bytes) => {
    expect((await read(bytes)).rows).toMatchObject([{ title: 'L\u2019\u00e9t\u00e9', year: 1961 }])
  })

  test('a spreadsheet with a heading', async () => {
    const bytes = await xlsx([['My films'], [], ['Title', 'Year'], ['Ikiru', 1952]])
    expect((await read(bytes, 'x.csv')).rows).toMatchObject([{ line: 4, title: 'Ikiru', year: 1952 }])
  })
})

describe('a number of a spreadsheet is a decimal number', () => {
  test.each([
    [39.95 * 0.5, 19.98],
    [24.990000000000002, 24.99],
    [0.1 + 0.2 - 0.3, 0],
    [1299, 1299],
    [19.9, 19.9],
    ['1.299,00', 1299],
  ])('%d is the price %d', async (cell, price) => {
    const bytes = await xlsx([
      ['Title', 'Price'],
      ['Ikiru', cell],
    ])
    expect((await read(bytes)).rows).toMatchObject([{ title: 'Ikiru', copy: { price } }])
  })

  test('a year in a column of dates is a date', async () => {
    const bytes = await xlsx([
      ['Title', 'Purchase date'],
      ['Ikiru', 2019],
    ])
    expect((await read(bytes)).rows).toMatchObject([{ copy: { acquiredOn: '2019' } }])
  })
})

test('a row with a quotation mark out of place is left out with the lines that it takes in', async () => {
  const { rows } = await read(strToU8('Title,Year\nA "film,1961\n"B" x,1962\nC,1963\n'))
  expect(rows.map(({ title, unusable }) => unusable ?? title)).toEqual([
    'A "film',
    expect.stringContaining('takes everything up to line 4 along'),
  ])
})

describe('one sentence for', () => {
  const inside = zipSync({ 'a.csv': strToU8(TABLE) })
  const bomb = zipSync({ 'watched.csv': new Uint8Array(101_000_000) }, { level: 1 })
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`${index}.csv`, strToU8('a')]))
  const entities = (declaration: string) =>
    `<?xml version="1.0"?><!DOCTYPE a [${declaration}]><Collection>&x;</Collection>`
  test.each<[string, Uint8Array<ArrayBuffer>, RegExp]>([
    ['an empty file', new Uint8Array(), /empty/],
    ['a file that is too large', new Uint8Array(20_000_001), /larger than 20 MB/],
    ['an archive that is too large when unpacked', bomb, /too large when unpacked/],
    ['an archive in an archive', zipSync({ 'a.zip': inside }), /holds another archive/],
    ['an archive of pictures', zipSync({ 'a.png': strToU8('a') }), /no CSV, JSON or XML/],
    ['an archive of a thousand files', zipSync(many), /more than 1,000 files/],
    ['a truncated archive', zipSync({ 'a.csv': strToU8(TABLE.repeat(50)) }).slice(0, 60), /damaged/],
    ['an archive whose content is damaged', damaged(), /damaged/],
    ['an .xls file', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), /\.xls spreadsheet/],
    [
      'a picture with the name of a table',
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]),
      /is not a CSV/,
    ],
    ['damaged JSON', strToU8('{"movies": [}'), /JSON file is damaged/],
    ['damaged XML', strToU8('<Collection><DVD></Collection>'), /XML file is damaged/],
    ['entities', strToU8(entities('<!ENTITY x "y">')), /declares entities/],
    ['a billion laughs', strToU8(entities('<!ENTITY a "aa"><!ENTITY x "&a;&a;">')), /declares entities/],
    ['an external entity', strToU8(entities('<!ENTITY x SYSTEM "file:///etc/passwd">')), /declares entities/],
    ['XML that is nested deeply', strToU8(`${'<a>'.repeat(200)}${'</a>'.repeat(200)}`), /nested too deeply/],
    ['a million columns', strToU8(`Title${',x'.repeat(1_000_000)}\n`), /names no column/],
    ['a table without a known column', strToU8('Colour,Size\nred,1\n'), /Line 1 is \u201cColour, Size\u201d/],
    ['a table without rows', strToU8('Title,Year\n'), /no row below/],
    ['a text', strToU8('Dear reader,\nthis is a letter.\n'), /names no column/],
    ['a page', strToU8('<!doctype html><html><body><p>Sign in</p></body></html>'), /names no column/],
    ['a million rows', strToU8(`Title\n${'a\n'.repeat(1_000_000)}`), /more than 200,000 rows/],
    ['a million empty entries', strToU8(`[${'{},'.repeat(1_000_000)}{}]`), /more than 200,000 rows/],
    ['millions of elements', strToU8(`<a>${'<b/>'.repeat(3_100_000)}</a>`), /too many elements/],
  ])('%s', async (_, bytes, sentence) => {
    await expect(read(bytes, 'films.csv')).rejects.toMatchObject({
      name: 'Unreadable',
      message: expect.stringMatching(sentence),
    })
  })

  test('entries with more keys than a table has columns', async () => {
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 1]))
    const text = JSON.stringify([{ title: 'Ikiru', year: 1952, ...wide }, ...Array(100_000).fill({})])
    expect((await read(strToU8(text))).rows[0]).toMatchObject({ title: 'Ikiru', year: 1952 })
  })

  test('a sheet with a cell far out', async () => {
    const bytes = await xlsx([['Title'], ['Ikiru']])
    const archive = unpack(bytes, () => true, 1e8)
    for (const [name, content] of Object.entries(archive)) {
      if (!name.includes('worksheets/sheet')) continue
      const sheet = new TextDecoder().decode(content)
      archive[name] = strToU8(sheet.replace('r="A2"', 'r="XFD1048576"'))
      expect(archive[name]).not.toEqual(content)
    }
    await expect(read(store(archive))).rejects.toThrow('The sheet is too large')
  })
})

describe('a formula is never evaluated', () => {
  /** A sheet whose second row is this XML. */
  async function withCells(...cells: string[]) {
    const archive = unpack(
      await xlsx([
        ['Title', 'Year', 'Link'],
        ['?', '?', '?'],
      ]),
      () => true,
      1e8,
    )
    for (const [name, content] of Object.entries(archive)) {
      if (!name.includes('worksheets/sheet')) continue
      const sheet = new TextDecoder().decode(content)
      const changed = sheet.replace(/(<row r="2"[^>]*>).*?(<\/row>)/s, `$1${cells.join('')}$2`)
      expect(changed).not.toBe(sheet)
      archive[name] = strToU8(changed)
    }
    return store(archive)
  }

  test('in a spreadsheet its stored result is read', async () => {
    const bytes = await withCells(
      '<c r="A2" t="str"><f>HYPERLINK("https://boxd.it/2axi","Ikiru")</f><v>Ikiru</v></c>',
      '<c r="B2"><f>1000+1</f><v>1952</v></c>',
      '<c r="C2" t="str"><f>WEBSERVICE("http://127.0.0.1:1/"&amp;A2)</f><v>https://boxd.it/29bi</v></c>',
    )
    expect((await read(bytes)).rows).toMatchObject([{ title: 'Ikiru', year: 1952, letterboxd: '29bi' }])
  })

  test('in a spreadsheet one without a result is no title of a film', async () => {
    const bytes = await withCells('<c r="A2"><f>B2</f></c>', '<c r="B2"><v>1952</v></c>')
    const { rows } = await read(bytes)
    expect(rows).toMatchObject([{ title: 'a formula without its result', year: 1952 }])
    expect(matchLists([{ name: 'x', meaning: 'owned', rows }], INDEX)).toMatchObject({
      rows: { total: 1, left: 1 },
    })
  })

  test('in a text it is a text, which leaves the site as a text', async () => {
    const formula = '=HYPERLINK("http://127.0.0.1:1/"&B2,"Ikiru")'
    const text = `Title,Year\n"${formula.replaceAll('"', '""')}",1952\n@SUM(1),1953\n"-2+3|'cmd'!A0",1954\n`
    const { rows } = await read(strToU8(text))
    expect(rows.map(({ title }) => title)).toEqual([formula, '@SUM(1)', "-2+3|'cmd'!A0"])
    const file = matchLists([{ name: 'x', meaning: 'owned', rows }], INDEX)
    expect(file).toMatchObject({ sure: [], questions: [], rows: { left: 3 } })
    const { data } = Papa.parse<string[]>(leftOutCsv(leftOut(file, new Map()), []))
    expect(data.slice(1, 4).map(([, , title]) => title)).toEqual([
      `'${formula}`,
      "'@SUM(1)",
      "'-2+3|'cmd'!A0",
    ])
  })
})

test('texts of 50,000 characters are read and matched within four seconds of processor time', async () => {
  const long = 50_000
  const texts = [
    `a${' '.repeat(long)}b`,
    `a${'('.repeat(long)}`,
    `a${' dvd'.repeat(long / 4)}`,
    `a${' (1961)'.repeat(long / 7)}`,
    `a${', the'.repeat(long / 5)}`,
    `spine${' '.repeat(long)}x`,
    `spine #${'1'.repeat(long)}`,
    `letterboxd.com/${'a/'.repeat(long / 2)}`,
  ]
  const start = process.threadCpuUsage()
  for (const text of texts) {
    const { rows } = await read(strToU8(`Title,Notes,Link,Format\n"${text}","${text}","${text}","${text}"\n`))
    matchLists([{ name: 'x', meaning: 'owned', rows }], INDEX)
  }
  expect(process.threadCpuUsage(start).user / 1e6).toBeLessThan(4)
})

test('an external reference outside of a declaration is text, and no formula is evaluated', async () => {
  const xml =
    '<!DOCTYPE Collection SYSTEM "http://127.0.0.1:1/x.dtd"><Collection><DVD><Title>&xxe; &#65; =1+1</Title><MediaTypes><DVD>True</DVD></MediaTypes></DVD></Collection>'
  expect((await read(strToU8(xml))).rows).toMatchObject([{ title: '&xxe; A =1+1' }])
})

/** An archive with a byte of its content changed. */
function damaged(): Uint8Array<ArrayBuffer> {
  const bytes = zipSync({ 'a.csv': Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251) })
  return bytes.fill(255, 60, 160)
}
